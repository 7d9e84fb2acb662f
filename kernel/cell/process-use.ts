import { readFileSync } from 'node:fs'

const PAGE_BYTES = 4096
const TICKS_PER_SECOND = 100

/** What a process has used so far: processor time of all its threads, and resident memory now. */
export interface ProcessUse {
  readonly seconds: number
  readonly residentMb: number
}

/** Undefined where the system does not tell (no /proc) or the process is gone. */
export function useOf(pid: number): ProcessUse | undefined {
  try {
    // utime and stime, the 14th and 15th field of stat, and rss in pages, the 24th (proc(5)); the second one, a name in brackets, may hold
    // blanks. Read in place: procfs answers from memory.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    const pages = Number(fields[21])
    if (!Number.isFinite(ticks + pages)) return undefined
    return { seconds: ticks / TICKS_PER_SECOND, residentMb: (pages * PAGE_BYTES) / 1048576 }
  } catch {
    return undefined
  }
}
