import { type Change, change, type PromptCommand } from './change.ts'
import type { PromptStore } from './store.ts'

/** Where the changes of tests come from. */
export const origin = { source: 'test', cause: { requestId: 'r' }, now: 0 }

/** The command that saves a system prompt and makes it the default. */
export const save = (name: string, text = `text of ${name}`): PromptCommand => ({
  kind: 'save',
  type: 'system',
  name,
  text,
  notes: { label: '', prompt_tag: '', notes: '' },
  makeDefault: true,
})

/** Carries a command out, under an id of its own. */
export const apply = (store: PromptStore, command: PromptCommand, at = new Date().toISOString()): Promise<Change> => {
  const id = crypto.randomUUID()
  return store.change(origin, (manifest, taken) => change(manifest, command, { id, at, actor: 'ada', taken }))
}
