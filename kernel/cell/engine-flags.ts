/** What the engine of a child is told of compiling; code that is kept fits these flags only. */
export const COMPILER_FLAGS = [
  // Its quick compiler begins at 400 calls else, and costs a parser more than it saves: 6 % over 32 PDFs. Another engine may not know the flag, and would not start.
  // And its best compiler at 3,000, which costs 5 % over 50 files.
  ...(process.versions.v8.startsWith('13.6.') ? ['--invocation-count-for-maglev=3000', '--invocation-count-for-turbofan=12000'] : []),
  '--disallow-code-generation-from-strings',
]

/** What the engine of a child is told; the size of its heap follows from the limits. */
export const ENGINE_FLAGS = [
  // A young generation as large as Node's own saves a tenth of the time and costs a third more memory.
  '--max-semi-space-size=8',
  // Collecting beside the reader costs a tenth more in all than collecting by turns with it, and other files want the cores.
  '--single-threaded-gc',
  ...COMPILER_FLAGS,
]

/** The flags under which this process writes its processor profile (`--cpu-prof`): with them the processes that it starts write theirs, too. */
export const profileFlags: readonly string[] = process.execArgv.filter((flag) => flag.startsWith('--cpu-prof'))
