import { statfs } from 'node:fs/promises'
import { availableParallelism, freemem, loadavg, totalmem } from 'node:os'

/** How busy the machine is, in percent: the load of the last minute per core, memory in use, and the disk that holds the data. */
export async function systemMetrics(dataDir: string): Promise<Record<string, number | null>> {
  return {
    cpu_usage_percent: percent(Math.min(1, loadavg()[0]! / availableParallelism())),
    memory_usage_percent: percent(1 - freemem() / totalmem()),
    disk_usage_percent: await diskUsage(dataDir),
  }
}

/** Null where the folder is not there yet or the file system does not tell. */
async function diskUsage(folder: string): Promise<number | null> {
  try {
    const { blocks, bavail } = await statfs(folder)
    return blocks > 0 ? percent(1 - bavail / blocks) : null
  } catch {
    return null
  }
}

const percent = (share: number): number => Math.round(share * 1000) / 10
