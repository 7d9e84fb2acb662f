import { hash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

/** Whether two secrets are the same, in time that does not depend on where or how much they differ. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

/** A key that is given by its hash, so that the configuration does not hold it. */
const HASHED = /^sha256:([0-9a-f]{64})$/i

/** Finds the name of a given key; every configured key is compared, whichever fits. `sha256:<hex>` stands for the key with that hash. */
export function createKeyRing(keys: readonly { name: string; key: string }[]): (given: string) => string | undefined {
  const ring = keys.map(({ name, key }) => {
    const hex = HASHED.exec(key)?.[1]
    return { name, hash: hex ? Buffer.from(hex, 'hex') : digest(key) }
  })
  return (given) => {
    const hash = digest(given)
    let found: string | undefined
    for (const entry of ring) if (timingSafeEqual(entry.hash, hash)) found ??= entry.name
    return found
  }
}
