import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

interface ProcessUse {
  readonly pid: number
  readonly parent: number
  readonly ticks: number
  readonly pages: number
}

const systemValue = (name: string) => Number(execFileSync('getconf', [name], { encoding: 'utf8' }))
let units: { pageBytes: number; ticksPerSecond: number } | undefined

/** Fields of /proc/<pid>/stat (proc(5)); the name in parentheses may hold spaces. Undefined when the process ended meanwhile. */
function readProcess(pid: number): ProcessUse | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const at = (number: number) => Number(fields[number - 3])
    // utime, stime, and those of children that ended and were waited for.
    return { pid, parent: at(4), ticks: at(14) + at(15) + at(16) + at(17), pages: at(24) }
  } catch {
    return undefined
  }
}

/** Proportional set size (proc(5), smaps_rollup): memory that processes share is divided among them. Undefined where it is not told. */
function proportionalBytes(pid: number): number | undefined {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    return undefined
  }
}

/**
 * Processor seconds (user and system, ended children included) and resident bytes of all processes below `root`, without it and
 * without the processes below `except`. Memory that processes share counts once for each in `residentBytes`, and once for all in
 * `proportionalBytes`. Linux only.
 */
export function useBelow(
  root: number,
  except: readonly number[] = [],
): {
  cpuSeconds: number
  residentBytes: number
  /** Takes a while, in the measured processes too: it looks at each of their pages. */
  proportionalBytes: () => number
  processes: readonly { readonly pid: number; readonly residentBytes: number }[]
} {
  units ??= { pageBytes: systemValue('PAGESIZE'), ticksPerSecond: systemValue('CLK_TCK') }
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []))
  const below: ProcessUse[] = []
  for (let parents = [root]; parents.length > 0; ) {
    const children = all.filter((p) => parents.includes(p.parent) && !except.includes(p.pid))
    below.push(...children)
    parents = children.map((p) => p.pid)
  }
  const sum = (of: (p: ProcessUse) => number) => below.reduce((total, p) => total + of(p), 0)
  const { pageBytes, ticksPerSecond } = units
  return {
    cpuSeconds: sum((p) => p.ticks) / ticksPerSecond,
    residentBytes: sum((p) => p.pages) * pageBytes,
    proportionalBytes: () => sum((p) => proportionalBytes(p.pid) ?? p.pages * pageBytes),
    processes: below.map((p) => ({ pid: p.pid, residentBytes: p.pages * pageBytes })),
  }
}
