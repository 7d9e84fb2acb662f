/** How much of a body was handed over so far, in bytes. The total is that of the file; a form's own words come on top. */
export interface Progress {
  readonly sent: number
  readonly total: number
}

export interface FormRequest {
  readonly url: string
  readonly headers: Headers
  readonly form: FormData
  readonly total: number
  readonly onProgress?: ((progress: Progress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** What a browser has for requests that tell how far they are. */
interface ProgressRequest {
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(form: FormData): void
  abort(): void
  getResponseHeader(name: string): string | null
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null }
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  readonly status: number
  readonly responseText: string
}

/** Posts a form. Who wants to know how far it is, is told: by XMLHttpRequest in browsers, whose fetch cannot tell, by a counted stream elsewhere. */
export function sendForm(request: FormRequest, send: typeof fetch): Promise<Response> {
  const { url, headers, form, onProgress, signal } = request
  if (!onProgress) return send(url, { method: 'POST', headers, body: form, signal: signal ?? null })
  const browser = (globalThis as { XMLHttpRequest?: new () => ProgressRequest }).XMLHttpRequest
  return browser ? byBrowser(new browser(), request, onProgress) : byStream(request, onProgress, send)
}

function byBrowser(xhr: ProgressRequest, { url, headers, form, total, signal }: FormRequest, tell: (progress: Progress) => void) {
  return new Promise<Response>((resolve, reject) => {
    const away = () => reject(new TypeError('the server cannot be reached'))
    xhr.open('POST', url)
    headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value)
    })
    xhr.upload.onprogress = ({ loaded }) => tell({ sent: Math.min(loaded, total), total })
    xhr.onload = () => {
      const told = ['content-type', 'retry-after'].flatMap((name): [string, string][] => {
        const value = xhr.getResponseHeader(name)
        return value === null ? [] : [[name, value]]
      })
      resolve(new Response(xhr.responseText, { status: xhr.status, headers: told }))
    }
    xhr.onerror = away
    xhr.onabort = () => reject(signal?.reason ?? new Error('aborted'))
    signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(form)
  })
}

function byStream({ url, headers, form, total, signal }: FormRequest, tell: (progress: Progress) => void, send: typeof fetch) {
  const encoded = new Response(form)
  headers.set('content-type', encoded.headers.get('content-type') ?? '')
  let sent = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      sent += piece.byteLength
      tell({ sent: Math.min(sent, total), total })
      controller.enqueue(piece)
    },
  })
  const body = (encoded.body as ReadableStream<Uint8Array>).pipeThrough(count)
  return send(url, { method: 'POST', headers, body, signal: signal ?? null, duplex: 'half' } as RequestInit)
}
