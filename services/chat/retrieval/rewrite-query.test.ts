import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '../../../kernel/config/config.ts'
import type { Llm } from '../../../kernel/llm/llm.ts'
import { chatApp, scriptedLlm, testConfig } from '../chat.fixture.ts'
import { chatRequestSchema } from '../request.ts'
import { planRetrieval } from './plan-retrieval.ts'
import { rewriteQuery } from './rewrite-query.ts'

const history = [
  { role: 'user', content: 'Which archives are there?' },
  { role: 'assistant', content: 'There is the Brelm archive in the old town hall, and the Zorblax archive at the harbour.' },
]
const body = { question: 'And what about the second one?', history }
const never = new AbortController().signal
const lines: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })

function rewrite(say: () => string | Promise<string>, more: object = {}, rewriteConfig: object = {}, signal = never) {
  const { llm, asked } = scriptedLlm(say)
  const config = parseConfig({ ...testConfig, retrieval: { ...testConfig.retrieval, rewrite: rewriteConfig } })
  const request = chatRequestSchema.parse({ ...body, ...more })
  const plan = planRetrieval(request, { kind: 'chat', multimodal: false }, config, { hybridByDefault: false })
  return { asked, plan, done: rewriteQuery({ llm, config }, request, plan, 'default', log, signal) }
}

describe('a follow-up question', () => {
  test('is looked up as the model words it', async () => {
    const { asked, done } = rewrite(() => '"Where is the Zorblax archive?"\n')
    expect(await done).toMatchObject({ query: 'Where is the Zorblax archive?', querySource: 'model' })
    expect(asked[0]).toMatchObject({
      n: 1,
      alias: 'default',
      model: 'm-default',
      parameters: { temperature: 0, max_tokens: 120 },
      passages: [],
    })
    const prompt = JSON.stringify(asked[0]!.messages)
    for (const part of ['And what about the second one?', 'Brelm', 'Which archives']) expect(prompt).toContain(part)
  })

  test('a long conversation gives the model its end alone', async () => {
    const long = Array.from({ length: 100 }, (_, i) => ({ role: i % 2 ? 'assistant' : 'user', content: `turn ${i} ${'x'.repeat(10_000)}` }))
    const { asked, done } = rewrite(() => '', { history: long })
    await done
    const prompt = JSON.stringify(asked[0]!.messages)
    expect(prompt.length).toBeLessThan(8_000)
    expect(prompt).toContain('turn 99')
    expect(prompt).not.toContain('turn 93 ')
  })

  test.each([
    ['nothing', ''],
    ['a talk', 'Sure! Here is the question:\nWhere is the Zorblax archive?'],
    ['more than a question', 'Zorblax archive '.repeat(40)],
    ['words of nowhere', 'Bananas grow best in warm countries'],
  ])('a model that says %s leaves the rule without a model', async (_, reply) => {
    lines.length = 0
    const { plan, done } = rewrite(() => reply)
    expect(await done).toEqual(plan)
    expect(plan).toMatchObject({ querySource: 'history', query: 'And what about the second one? Which archives are there?' })
    expect(lines).toHaveLength(1)
  })

  test('a question that nearly stands alone keeps its words', async () => {
    const question = 'Who guards the northern gate of that archive?'
    expect((await rewrite(() => 'Which archives are there?', { question }).done).querySource).toBe('question')
    expect((await rewrite(() => 'Who guards the northern gate of the Zorblax archive?', { question }).done).querySource).toBe('model')
  })

  test.each([
    ['fails', () => Promise.reject(new Error('down'))],
    ['never answers', () => new Promise<string>(() => {})],
  ])('a model that %s leaves the rule without a model, in time', async (_, say) => {
    const { plan, done } = rewrite(say, {}, { timeout_ms: 100 })
    expect(await done).toEqual(plan)
  })

  test.each([
    ['a first question', { history: [] }, {}],
    ['a query of its own', { fetch_args: { CloudSearchFetcher: { query: 'own' } } }, {}],
    ['no retrieval', { fetch_args: { CloudSearchFetcher: { top_k: 0 } } }, {}],
    ['rewriting off', {}, { enabled: false }],
  ])('with %s the model is not asked', async (_, more, config) => {
    const { asked, plan, done } = rewrite(() => 'Where is the Zorblax archive?', more, config)
    expect(await done).toBe(plan)
    expect(asked).toHaveLength(0)
  })

  test('a caller who leaves ends it', async () => {
    const gone = AbortSignal.abort(new Error('gone'))
    await expect(rewrite(() => new Promise<string>(() => {}), {}, {}, gone).done).rejects.toThrow('gone')
  })
})

describe('in a chat', () => {
  let app: Awaited<ReturnType<typeof chatApp>>
  const model = scriptedLlm(({ messages }) =>
    JSON.stringify(messages).includes('rewrite') ? 'Who keeps the Zorblax archive?' : 'Done [1]',
  )
  const priced: Llm = {
    ...model.llm,
    complete: async (request) => ({ ...(await model.llm.complete(request)), cost: { amount: 0.25, currency: 'USD', estimated: false } }),
  }
  beforeAll(async () => {
    app = await chatApp({ llm: priced })
  })
  afterAll(() => app.close())

  test('the reworded question finds what the words alone would not, and is shown', async () => {
    const reply = await app.ask('/flexible-chat', body)
    expect(reply.status).toBe(200)
    expect(reply.body.metadata[0].filename).toBe('archive.txt')
    expect(reply.body.data.CloudSearchFetcher).toMatchObject({ query: 'Who keeps the Zorblax archive?', query_source: 'model' })
    // The model that answers reads the question as it was asked.
    expect(JSON.stringify(model.asked.at(-1)!.messages)).toContain('And what about the second one?')
    expect(reply.body.response_metadata.question).toBe('And what about the second one?')
    // the answer and the rewording
    expect(reply.body.response_metadata.cost.amount).toBe(0.5)
  })

  test('a single turn is answered with one call', async () => {
    const before = model.asked.length
    const reply = await app.ask('/flexible-rag', body)
    expect(model.asked.length).toBe(before + 1)
    expect(reply.body.response_metadata.cost.amount).toBe(0.25)
  })
})
