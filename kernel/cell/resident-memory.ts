import { readFileSync } from 'node:fs'

const PAGE_BYTES = 4096

/** Resident memory of a process in MB, or undefined where the system does not tell (no /proc) or the process is gone. */
export function residentMemoryMb(pid: number): number | undefined {
  try {
    // Second field of statm: resident pages (proc(5)). Read in place: procfs answers from memory.
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1])
    return Number.isFinite(pages) ? (pages * PAGE_BYTES) / 1048576 : undefined
  } catch {
    return undefined
  }
}

const TICKS_PER_SECOND = 100

/** Processor time of a process and its threads in seconds, or undefined where the system does not tell. */
export function processorSeconds(pid: number): number | undefined {
  try {
    // utime and stime, the 14th and 15th field of stat (proc(5)); the second one, a name in brackets, may hold blanks.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return Number.isFinite(ticks) ? ticks / TICKS_PER_SECOND : undefined
  } catch {
    return undefined
  }
}
