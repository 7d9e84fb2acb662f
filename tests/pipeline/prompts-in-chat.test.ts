import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtInPrompts } from '../../kernel/prompts/prompt-source.ts'
import { chat } from '../../services/chat/service.ts'
import { prompts } from '../../services/prompts/service.ts'
import { type EmbeddedStack, embeddedStack } from '../support/embedded-stack.ts'

let dir: string
let stack: EmbeddedStack
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'prompts-in-chat-'))
  stack = await embeddedStack([prompts, chat], { DATA_DIR: dir })
})
afterAll(async () => {
  await stack.dispose()
  await rm(dir, { recursive: true, force: true })
})

const post = async (path: string, payload: object) => (await stack.app.inject({ method: 'POST', url: `/api/v2${path}`, payload })).json()
const ask = (more = {}) => post('/flexible-chat', { question: 'Who?', fetch_args: { CloudSearchFetcher: { top_k: 0 } }, ...more })
const systemPrompt = async () => (await ask()).response_metadata.system_prompt
const act = (action: string, prompt_identifier: string) => post('/prompts', { action, prompt_type: 'system', prompt_identifier })

test('every change of the default is in force with the next question', async () => {
  expect(await systemPrompt()).toBe(builtInPrompts.system)
  const first = await post('/prompts', { system_prompt: 'First: {{ question }}', system_prompt_make_default: 'on' })
  expect(await systemPrompt()).toBe('First: Who?')
  const second = await post('/prompts', { system_prompt: 'Second', system_prompt_make_default: 'on' })
  expect(await systemPrompt()).toBe('Second')
  await act('make_default_prompt', first.prompt_id)
  expect(await systemPrompt()).toBe('First: Who?')
  await post('/prompts', { action: 'rename_prompt', prompt_type: 'system', prompt_identifier: first.prompt_id, new_name: 'renamed' })
  expect(await systemPrompt()).toBe('First: Who?')
  await act('delete_prompt', first.prompt_id)
  expect(await systemPrompt()).toBe('Second')
  await act('delete_prompt', second.prompt_id)
  expect(await systemPrompt()).toBe(builtInPrompts.system)
})

test('questions that are asked while versions come and go are answered under one of them', async () => {
  const versions = new Set([builtInPrompts.system])
  const churn = async () => {
    for (let i = 0; i < 15; i++) {
      versions.add(`Version ${i}`)
      const { prompt_id } = await post('/prompts', { system_prompt: `Version ${i}`, system_prompt_make_default: 'on' })
      await act('delete_prompt', prompt_id)
    }
  }
  let ended = false
  const churning = churn().finally(() => {
    ended = true
  })
  const seen = new Set<string>()
  while (!ended) seen.add(await systemPrompt())
  await churning
  expect([...seen].filter((prompt) => !versions.has(prompt))).toEqual([])
})

test('a response template is used around the answer, and a file by its path', async () => {
  const { entry } = await post('/prompts', { response_template: '<< {{ answer }} >>', response_template_make_default: 'on' })
  expect((await ask()).answer).toMatch(/^<< .* >>$/s)
  await post('/prompts', { action: 'delete_prompt', prompt_type: 'response', prompt_identifier: entry.id })
  const kept = await post('/prompts', { new_prompt_name: 'kept', new_prompt_type: 'response', new_prompt_content: 'Kept' })
  const reply = await ask({ response_template_file: kept.entry.path })
  expect([reply.answer, reply.template_info.response_template_source]).toEqual(['Kept', `file:${kept.entry.path}`])
})
