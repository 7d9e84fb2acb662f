import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A key for `seal` of any secret text that is long enough not to be guessed. */
export const boxKey = (secret: string | Uint8Array): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'millrace secrets', 32))

/**
 * Encrypts a text (AES-256-GCM) for one purpose alone: what is told as `purpose` has to be told again to read it, so that a row which
 * somebody changes, such as the address that a key is sent to, makes it unreadable.
 */
export function seal(key: Uint8Array, text: string, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`
}

/** The text, or undefined where the key or the purpose is another one, or the text was changed. */
export function unseal(key: Uint8Array, sealed: string, purpose: string): string | undefined {
  const [version, body = ''] = sealed.split('.')
  const bytes = Buffer.from(body, 'base64url')
  if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  try {
    const tagAt = NONCE_BYTES + TAG_BYTES
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(NONCE_BYTES, tagAt))
    return Buffer.concat([decipher.update(bytes.subarray(tagAt)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
