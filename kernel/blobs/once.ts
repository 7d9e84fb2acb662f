import { text } from 'node:stream/consumers'
import type { z } from 'zod'
import { ApiError, WorkError } from '../runtime/errors.ts'
import type { Blobs } from './blobs.ts'

/** Where what is paid for once is kept, by key. */
export interface OnceStore {
  read(key: string): Promise<string | undefined>
  /** Gives the text that is kept from now on: another's, where that one was first. */
  keep(key: string, text: string): Promise<string>
}

/**
 * What `make` gave the first time that it was asked for under this key: kept over deaths, redeliveries and retries. Of two at the same
 * moment both make it, and one is kept. WorkError storage_failed, terminal, when what is kept does not fit the schema.
 */
export async function once<S extends z.ZodType>(
  store: OnceStore,
  key: string,
  schema: S,
  make: () => Promise<z.input<S>>,
): Promise<z.output<S>> {
  const known = await store.read(key)
  if (known !== undefined) return parseKept(schema, known, `What is kept as ${key}`)
  const made = await make()
  schema.parse(made)
  return parseKept(schema, await store.keep(key, JSON.stringify(made)), `What is kept as ${key}`)
}

/** A kept text as what it should be. WorkError storage_failed, terminal, when it is not. */
export function parseKept<S extends z.ZodType>(schema: S, kept: string, what: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(kept))
  } catch (error) {
    throw new WorkError('storage_failed', `${what} is not what it should be.`, { cause: error })
  }
}

/** Kept in a folder of the blob store, a file a key, until the folder is removed. */
export const onceIn = (blobs: Blobs, folder: string): OnceStore => ({
  async read(key) {
    try {
      return await text(await blobs.read(`${folder}/${key}.json`))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') return undefined
      throw error
    }
  },
  async keep(key, made) {
    await blobs.write(`${folder}/${key}.json`, Buffer.from(made))
    return made
  },
})
