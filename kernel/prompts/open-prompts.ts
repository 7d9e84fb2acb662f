import { join } from 'node:path'
import type { Ports } from '../ports.ts'
import type { Env } from '../runtime/env.ts'
import { type PromptBlobs, promptBlobs } from './prompt-blobs.ts'
import { promptFolder } from './prompt-folder.ts'
import type { PromptReader } from './prompt-root.ts'

/** One reader for each store, so that what one service of the process has changed the others see at once. */
const opened = new WeakMap<Ports['blobs'], PromptBlobs>()

/** The prompts of the blob store, where that is one that several machines share; undefined where they lie in a folder. */
export function sharedPrompts({ blobs, database }: Pick<Ports, 'blobs' | 'database'>): PromptBlobs | undefined {
  if (!blobs.conditional) return undefined
  const known = opened.get(blobs) ?? promptBlobs(blobs.conditional, database)
  opened.set(blobs, known)
  return known
}

export const promptFolderPath = (env: Pick<Env, 'DATA_DIR'>): string => join(env.DATA_DIR, 'prompts')

/** Where the prompts of this installation are read from. */
export const promptReader = (ctx: {
  readonly env: Pick<Env, 'DATA_DIR'>
  readonly ports: Pick<Ports, 'blobs' | 'database'>
}): PromptReader => sharedPrompts(ctx.ports) ?? promptFolder(promptFolderPath(ctx.env))
