import { finished, PassThrough, type Readable } from 'node:stream'

/** Silence after which a download is given up, in milliseconds. */
const SILENCE_MS = 20_000
/** Times that an interrupted download goes on where it broke off. */
export const RESUMES = 5

/** The blob's bytes as they come from `open`. Errors, also those in the middle of the stream, are what `named` makes of them. */
export async function downloadBlob(open: (abort: AbortSignal) => Promise<Readable>, named: (error: unknown) => Error): Promise<Readable> {
  const abort = new AbortController()
  const out = new PassThrough()
  let heard = true
  const watch = setInterval(() => {
    // A reader that takes its time is no silence of the store.
    if (!heard && !out.writableNeedDrain) abort.abort(new DOMException('the blob store fell silent', 'TimeoutError'))
    heard = false
  }, SILENCE_MS)
  out.once('close', () => clearInterval(watch))
  try {
    const source = await open(abort.signal)
    source.on('data', () => {
      heard = true
    })
    finished(source, { writable: false }, (error) => error && out.destroy(named(error)))
    out.once('close', () => source.destroy())
    return source.pipe(out)
  } catch (error) {
    out.destroy()
    throw named(error)
  }
}
