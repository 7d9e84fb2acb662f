import { ApiError, errorOf } from '../../api/api.js'
import { freshHeaders } from '../../shell/identity-provider.js'
import { signIn } from '../../shell/sign-in.js'

const TRIES = 4
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Sends one file. Signs in when asked to, waits when the server is busy; one idempotency key for all tries, so that it is accepted once.
 * @param {File} file
 * @param {Record<string, string>} fields
 * @param {{ sending(share: number): void, waiting(ms: number): void }} progress
 */
export async function sendFile(file, fields, progress) {
  const idempotencyKey = crypto.randomUUID()
  for (let attempt = 1; ; attempt++) {
    try {
      const headers = { ...(await freshHeaders()), 'Idempotency-Key': idempotencyKey }
      return await post(file, fields, headers, progress.sending)
    } catch (error) {
      if (error.status === 401 && (await signIn(error.message))) continue
      if (attempt === TRIES || (error.status !== 429 && error.status !== 503)) throw error
      const ms = Math.min(60_000, error.retryAfterMs ?? 1000 * 2 ** attempt)
      progress.waiting(ms)
      await sleep(ms)
    }
  }
}

/** XMLHttpRequest, because fetch does not tell how much of a body was sent. */
function post(file, fields, headers, onShare) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file, file.name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/v2/upload')
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => event.lengthComputable && onShare(event.loaded / event.total))
    request.addEventListener('error', () => reject(new ApiError('The server ended the connection or does not answer.')))
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText))
      else reject(errorOf(request.status, request.responseText, (name) => request.getResponseHeader(name)))
    })
    request.send(form)
  })
}
