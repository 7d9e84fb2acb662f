import { randomBytes } from 'node:crypto'
import { chmod } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Blobs } from '../blobs/blobs.ts'
import { boxKey } from './secret-box.ts'

/** Beside the mark of whose blobs these are, where no request reaches. */
const PATH = 'installation/secrets.key'
const BYTES = 32

/** The key that secrets in the database are encrypted with. */
export interface InstallationKey {
  /** Undefined where there is none yet. */
  read(): Promise<Buffer | undefined>
  /** Makes it where there is none. Of several who may do so at once, callers let in one after the other. */
  readOrMake(): Promise<Buffer>
}

/** Made of SECRETS_KEY where that is set; else of random bytes in the blob store, so that the database alone tells no secret. */
export function installationKey({ blobs, secret }: { blobs: Blobs; secret?: string | undefined }): InstallationKey {
  if (secret !== undefined) {
    const key = boxKey(secret)
    return { read: async () => key, readOrMake: async () => key }
  }
  const read = async () => ((await blobs.stat(PATH)) ? boxKey(await buffer(await blobs.read(PATH))) : undefined)
  return {
    read,
    async readOrMake() {
      const known = await read()
      if (known) return known
      await blobs.write(PATH, randomBytes(BYTES))
      await forOwnerOnly(blobs)
      const made = await read()
      if (!made) throw new Error('the blob store does not show the key that was written to it')
      return made
    },
  }
}

async function forOwnerOnly(blobs: Blobs): Promise<void> {
  if (blobs.kind !== 'filesystem') return
  const file = await blobs.localFile(PATH)
  await chmod(file.path, 0o600)
  await file.dispose()
}
