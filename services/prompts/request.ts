import { z } from 'zod'
import { type DefaultPromptType, type PromptType, promptTypes } from '../../kernel/prompts/prompt-source.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import type { Notes, PromptCommand } from './change.ts'
import { promptName } from './find-version.ts'

/** Bytes of a template in UTF-8. */
const MAX_TEXT = 262_144
const MAX_NOTES: Readonly<Record<keyof Notes, number>> = { label: 200, prompt_tag: 100, notes: 4_000 }

const text = z.string().optional()
const flag = z
  .union([z.boolean(), z.enum(['on', 'true', '1', 'off', 'false', '0', ''])], 'has to be on or off')
  .default(false)
  .transform((value) => value === true || value === 'on' || value === 'true' || value === '1')

/** The fields of every variant; which of them are there decides which variant it is. */
export const promptBodySchema = z
  .looseObject({
    action: text.describe('update_prompt_metadata, rename_prompt, delete_prompt or make_default_prompt; absent when a text is saved.'),
    prompt_type: text.describe('system, response or experiment.'),
    prompt_identifier: text.describe('Record id, path, file name, or the name of a prompt for its newest version.'),
    new_name: text,
    metadata_label: text,
    metadata_prompt_tag: text,
    metadata_notes: text,
    new_prompt_name: text.describe('1 to 128 letters, digits, hyphens, underscores and dots; `.j2` is appended.'),
    new_prompt_type: text,
    new_prompt_content: text,
    new_prompt_label: text,
    new_prompt_notes: text,
    name: text.describe('With type and content, the older words for a new prompt.'),
    type: text,
    content: text,
    description: text.describe('The notes of a new prompt.'),
    system_prompt: text.describe('Editor save: the text of a new version.'),
    system_prompt_name: text.describe('The name of the current default when absent.'),
    system_prompt_label: text,
    system_prompt_notes: text,
    system_prompt_make_default: flag,
    response_template: text,
    response_template_name: text,
    response_template_label: text,
    response_template_notes: text,
    response_template_make_default: flag,
  })
  .meta({
    examples: [
      {
        system_prompt: 'You answer for the support desk of {{ metadata.team }}.',
        system_prompt_name: 'support',
        system_prompt_label: 'Support desk',
        system_prompt_make_default: true,
      },
      { action: 'make_default_prompt', prompt_type: 'system', prompt_identifier: 'support' },
    ],
  })
export type PromptBody = z.output<typeof promptBodySchema>

/** What a body asks for. ApiError invalid_request names the field at fault; payload_too_large for a text over its limit. */
export function commandOf(body: PromptBody): PromptCommand {
  if (body.action !== undefined) return actionOf(body.action, body)
  if (body.system_prompt !== undefined && body.response_template !== undefined)
    throw wrong('response_template', 'save the system prompt and the response template one after the other')
  if (body.system_prompt !== undefined) return editorSave(body, 'system')
  if (body.response_template !== undefined) return editorSave(body, 'response')
  if (body.new_prompt_name !== undefined || body.new_prompt_content !== undefined) {
    const notes = { label: body.new_prompt_label, notes: body.new_prompt_notes }
    return newPrompt({ type: 'new_prompt_type', name: 'new_prompt_name', content: 'new_prompt_content' }, body, notes)
  }
  if (body.name !== undefined || body.content !== undefined)
    return newPrompt({ type: 'type', name: 'name', content: 'content' }, body, { notes: body.description })
  throw wrong('action', 'nothing is asked for; send an action, a new prompt, or a text of the editor')
}

type NewPromptField = 'new_prompt_type' | 'new_prompt_name' | 'new_prompt_content' | 'type' | 'name' | 'content'

function newPrompt(
  { type, name, content }: Readonly<Record<'type' | 'name' | 'content', NewPromptField>>,
  body: PromptBody,
  notes: Parameters<typeof notesOf>[0],
): PromptCommand {
  return {
    kind: 'save',
    type: typeOf(type, body[type]),
    name: promptName(body[name] ?? '', name),
    text: textOf(content, body[content]),
    notes: notesOf(notes),
    makeDefault: false,
  }
}

function editorSave(body: PromptBody, type: DefaultPromptType): PromptCommand {
  const [field, name, label, notes, makeDefault] =
    type === 'system'
      ? ([
          'system_prompt',
          body.system_prompt_name,
          body.system_prompt_label,
          body.system_prompt_notes,
          body.system_prompt_make_default,
        ] as const)
      : ([
          ...(['response_template', body.response_template_name, body.response_template_label] as const),
          ...([body.response_template_notes, body.response_template_make_default] as const),
        ] as const)
  return {
    kind: 'save',
    type,
    makeDefault,
    name: name ? promptName(name, `${field}_name`) : undefined,
    text: textOf(field, body[field]),
    notes: notesOf({ label, notes }),
  }
}

function actionOf(action: string, body: PromptBody): PromptCommand {
  const target = () => {
    const type = typeOf('prompt_type', body.prompt_type)
    if (!body.prompt_identifier) throw wrong('prompt_identifier', 'it is missing')
    return { type, identifier: body.prompt_identifier }
  }
  switch (action) {
    case 'update_prompt_metadata':
      return { kind: 'update', ...target(), notes: changedNotes(body) }
    case 'rename_prompt':
      return { kind: 'rename', ...target(), newName: promptName(body.new_name ?? '', 'new_name') }
    case 'delete_prompt':
      return { kind: 'delete', ...target() }
    case 'make_default_prompt':
      if (body.prompt_type === 'experiment')
        throw wrong('prompt_type', 'an experiment is no default; save it as a system or response prompt')
      return { kind: 'promote', ...target() }
    default:
      throw wrong('action', 'one of update_prompt_metadata, rename_prompt, delete_prompt, make_default_prompt')
  }
}

/** The notes that a body changes: those that it has. */
function changedNotes(body: PromptBody): Partial<Notes> {
  const fields = Object.keys(body).filter((key) => key.startsWith('metadata_') && body[key] !== undefined)
  const names = fields.map((field) => field.slice('metadata_'.length))
  const unknown = names.find((name) => !Object.hasOwn(MAX_NOTES, name))
  if (unknown !== undefined || fields.length === 0)
    throw wrong(`metadata_${unknown ?? 'label'}`, 'what can be changed is metadata_label, metadata_prompt_tag and metadata_notes')
  const all = notesOf({ label: body.metadata_label, prompt_tag: body.metadata_prompt_tag, notes: body.metadata_notes })
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
}

function notesOf(given: { [Name in keyof Notes]?: string }): Notes {
  const kept = { label: given.label ?? '', prompt_tag: given.prompt_tag ?? '', notes: given.notes ?? '' }
  for (const name of ['label', 'prompt_tag', 'notes'] as const) {
    if (kept[name].length > MAX_NOTES[name]) throw wrong(name, `it is longer than ${MAX_NOTES[name]} characters`)
    if (!isText(kept[name])) throw wrong(name, 'it has characters that are no text')
  }
  return kept
}

/** A prompt's type. ApiError invalid_request for any other. */
function typeOf(field: string, value: string | undefined): PromptType {
  const type = promptTypes.find((t) => t === value)
  if (!type) throw wrong(field, `one of ${promptTypes.join(', ')}`)
  return type
}

function textOf(field: string, value: string | undefined): string {
  if (!value?.trim()) throw wrong(field, 'the text is empty')
  if (!isText(value)) throw wrong(field, 'it has characters that are no text')
  if (Buffer.byteLength(value) > MAX_TEXT)
    throw new ApiError('payload_too_large', `${field}: a prompt has at most ${MAX_TEXT / 1024} kB.`, { details: { field } })
  return value
}

const isText = (value: string): boolean => value.isWellFormed() && !value.includes('\0')

const wrong = (field: string, reason: string): ApiError => new ApiError('invalid_request', `${field}: ${reason}.`, { details: { field } })
