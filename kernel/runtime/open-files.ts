import { readFileSync } from 'node:fs'

/** Where the system has no limit, or does not tell it. */
const UNKNOWN = 8_192

/** How many files, sockets among them, this process may have open: its soft limit. */
export function openFilesLimit(): number {
  try {
    const line = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))
    if (line) return limitOf(line[1]!)
  } catch {
    // another system than Linux: node's own report tells there
  }
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  return limitOf(String(userLimits?.open_files?.soft ?? UNKNOWN))
}

const limitOf = (text: string): number => {
  const count = Number(text)
  return Number.isInteger(count) && count > 0 ? count : text === 'unlimited' ? Number.MAX_SAFE_INTEGER : UNKNOWN
}

/** Whether the error says that this process, or the machine, has as many files open as it may. */
export const isOutOfFiles = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')
