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
