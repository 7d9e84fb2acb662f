/**
 * Aborts on Ctrl-C, SIGTERM or a closed terminal, so that work can end tidily. A terminal and npm both hand the same Ctrl-C on,
 * so what follows within a second is ignored; a later one ends the process at once.
 */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController()
  let first = 0
  const interrupt = () => {
    if (!first) {
      first = Date.now()
      controller.abort(new Error('interrupted'))
    } else if (Date.now() - first > 1000) process.exit(130)
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, interrupt)
  return controller.signal
}
