import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether two secrets are the same, in time that does not depend on where or how much they differ. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

/** Finds the name of a given key; every configured key is compared, whichever fits. */
export function createKeyRing(keys: readonly { name: string; key: string }[]): (given: string) => string | undefined {
  const ring = keys.map(({ name, key }) => ({ name, hash: digest(key) }))
  return (given) => {
    const hash = digest(given)
    let found: string | undefined
    for (const entry of ring) if (timingSafeEqual(entry.hash, hash)) found ??= entry.name
    return found
  }
}
