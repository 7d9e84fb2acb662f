import { hash } from 'node:crypto'
import type { Ports } from '../ports.ts'
import type { Env } from '../runtime/env.ts'
import { pathOf } from './manifest.ts'
import { promptReader } from './open-prompts.ts'
import type { PromptReader } from './prompt-root.ts'

/** No chat takes an experiment up by itself; a system prompt of the name counts too. */
const TYPES: ReadonlySet<string> = new Set(['experiment', 'system'])

export interface TextInForce {
  readonly text: string
  /** What tells it from every other text. */
  readonly version: string
  readonly source: 'product' | 'repository'
}

interface Where {
  readonly env: Pick<Env, 'DATA_DIR'>
  readonly ports: Pick<Ports, 'blobs' | 'database'>
}
const readers = new WeakMap<Where['env'], PromptReader>()

function readerOf(where: Where): PromptReader {
  const known = readers.get(where.env) ?? promptReader(where)
  readers.set(where.env, known)
  return known
}

/** Of a text of the product's own. */
export const versionOf = (text: string): string => hash('sha256', text, 'hex').slice(0, 12)

const ownTexts = new Map<string, TextInForce>()

/** The product's own text of this name with its version, which is reckoned once: agents ask with each turn. */
function ownText(name: string, text: string): TextInForce {
  const known = ownTexts.get(name)
  if (known?.text === text) return known
  const made: TextInForce = { text, version: versionOf(text), source: 'product' }
  ownTexts.set(name, made)
  return made
}

/**
 * What a model is told in place of a text of the product's own: the prompt of this name in the repository, the one that was saved last,
 * where there is one. ApiError where the repository cannot be read: no other text is taken instead.
 */
export async function textInForce(where: Where, name: string, own: string): Promise<TextInForce> {
  const reader = readerOf(where)
  const { entries } = await reader.manifest()
  const saved = entries.findLast((entry) => TYPES.has(entry.type) && entry.name === name)
  if (!saved) return ownText(name, own)
  return { text: await reader.read(pathOf(saved)), version: `${saved.name}@${saved.stamp}-${saved.ordinal}`, source: 'repository' }
}
