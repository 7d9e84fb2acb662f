import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../../../kernel/config/config.ts'
import { chatApp, scriptedLlm, testConfig } from '../chat.fixture.ts'

const config = parseConfig({
  ...testConfig,
  experiments: {
    tone: {
      variants: {
        plain: { weight: 0 },
        short: {
          model: 'text',
          params: { temperature: 0.9, max_tokens: 50 },
          system_prompt_file: 'system/greet.j2',
          retrieval: { mode: 'text', top_k: 1 },
        },
      },
    },
    broken: { variants: { a: { system_prompt_file: 'system/gone.j2' }, b: { weight: 0 } } },
  },
})
const scripted = scriptedLlm(() => 'fine')
let chat: Awaited<ReturnType<typeof chatApp>>
beforeAll(async () => {
  chat = await chatApp({ llm: scripted.llm, config })
})
afterAll(() => chat.close())

const ask = (experiment_name: string, more: Record<string, unknown> = {}) =>
  chat.ask('/flexible-rag', { question: 'archive lighthouse', ab_testing: { user_id: 'u1', session_id: 's', experiment_name }, ...more })

test('a variant decides model, parameters, prompt and retrieval, and says so in the reply and the event', async () => {
  chat.published.length = 0
  const { body } = await ask('tone')
  expect(scripted.asked.at(-1)).toMatchObject({ alias: 'text', model: 'm-text', parameters: { temperature: 0.9, max_tokens: 50 } })
  expect(scripted.asked.at(-1)!.messages[0]!.content).toBe('Hello u1')
  expect(body.metadata).toHaveLength(1)
  expect(body.ab_testing).toEqual({
    experiment_name: 'tone',
    variant_name: 'short',
    session_id: 's',
    applied: ['model', 'params.temperature', 'params.max_tokens', 'system_prompt', 'retrieval.mode', 'retrieval.top_k'],
  })
  expect(body.response_metadata).toMatchObject({ model_used: { alias: 'text' }, config_overrides_applied: false })
  expect(body.template_info.system_prompt_source).toBe('file:system/greet.j2')
  await expect
    .poll(() => chat.published[0]?.payload)
    .toMatchObject({
      response_id: body.response_id,
      model: 'text',
      experiment_name: 'tone',
      variant_name: 'short',
    })
})

test('what the request asks for wins over the variant, and is not told as its effect', async () => {
  const { body } = await ask('tone', {
    system_prompt_template: 'mine',
    override_config: { llm: 'default', params: { temperature: 0.1 } },
    fetch_args: { CloudSearchFetcher: { top_k: 2 } },
  })
  expect(scripted.asked.at(-1)).toMatchObject({ alias: 'default', parameters: { temperature: 0.1, max_tokens: 50 } })
  expect(body.response_metadata.system_prompt).toBe('mine')
  expect(body.metadata).toHaveLength(2)
  expect(body.ab_testing.applied).toEqual(['params.max_tokens', 'retrieval.mode'])
})

test('a prompt of a variant that is gone is an issue, not a failure', async () => {
  const { status, body } = await ask('broken')
  expect([status, body.template_info.system_prompt_source, body.ab_testing.applied]).toEqual([200, 'default', []])
  expect(body.errors).toEqual([{ code: 'variant_incomplete', message: expect.stringContaining('system/gone.j2') }])
})

test('an experiment that config.yaml does not know only gives a name', async () => {
  const { body } = await ask('elsewhere')
  expect(body.ab_testing.variant_name).toMatch(/^(control|treatment)$/)
  expect(body.ab_testing).not.toHaveProperty('applied')
  expect(scripted.asked.at(-1)).toMatchObject({ alias: 'default', parameters: { temperature: 0.5 } })
})
