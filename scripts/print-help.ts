/** Prints the usage and ends the process where the arguments ask for it, before anything is done. */
export function printHelp(usage: string, args: readonly string[] = process.argv.slice(2)): void {
  if (!args.includes('--help') && !args.includes('-h')) return
  console.log(usage)
  process.exit(0)
}
