import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOTHING_FOUND } from '../../kernel/llm/extractive/saying.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import { chatApp, DOCUMENTS, scriptedLlm } from './chat.fixture.ts'
import { chatResponseSchema } from './response.ts'

type Chat = Awaited<ReturnType<typeof chatApp>>

const scripted = scriptedLlm(({ question }) => {
  if (question.includes('[down]')) throw new ApiError('upstream_failed', 'The model endpoint answered with status 500.')
  return /\[say:(.*)\]$/s.exec(question)?.[1] ?? 'fine'
})
let chat: Chat
let embedded: Chat
let down: Chat
beforeAll(async () => {
  chat = await chatApp({ llm: scripted.llm })
  embedded = await chatApp()
  down = await chatApp({
    llm: scripted.llm,
    search: (real) => ({ ...real, search: () => Promise.reject(new Error('disk gone')) }),
  })
})
afterAll(() => Promise.all([chat.close(), embedded.close(), down.close()]))

const none = { CloudSearchFetcher: { top_k: 0 } }

describe('answers from the embedded answerer', () => {
  test.each([
    '/flexible-rag',
    '/flexible_rag',
    '/flexible-rag/query',
    '/flexible-chat',
    '/flexible_chat',
  ])('%s answers with a checked citation', async (path) => {
    const { status, body } = await embedded.ask(path, { question: 'Who is the keeper of the archive?' })
    expect(status).toBe(200)
    expect(body.answer).toBe('The keeper of the archive is Mirela Quandt. [1]')
    const [source] = body.metadata
    const [citation] = body.citations
    expect(citation).toMatchObject({
      marker: '[1]',
      source_id: source.id,
      filename: 'archive.txt',
      page_number: 2,
      quote: 'The keeper of the archive is Mirela Quandt.',
    })
    const document = ' '.repeat(100) + DOCUMENTS['archive.txt']
    expect(document.slice(citation.char_start, citation.char_end)).toBe(citation.quote)
    expect(body.response_metadata.model_used).toEqual({ alias: 'default', provider: 'embedded', model: 'extractive' })
    expect(chatResponseSchema.safeParse(body).error).toBeUndefined()
  })

  test('says so when the documents hold nothing about it', async () => {
    const { body } = await embedded.ask('/flexible-rag', { question: 'What is the tax on imported tulips?' })
    expect(body.answer).toBe(NOTHING_FOUND)
    expect(body.citations).toEqual([])
  })
})

describe('retrieval', () => {
  test('fields, filter, facets, count, highlights', async () => {
    const { body } = await chat.ask('/flexible-rag', {
      question: 'archive',
      fetch_args: {
        CloudSearchFetcher: {
          filter: "filename eq 'archive.txt'",
          include_total_count: true,
          facets: ['file_type,count:3'],
          highlight_fields: ['text'],
          select_fields: ['id', 'tokens', 'absent'],
        },
      },
    })
    expect(body.metadata).toHaveLength(1)
    const { score, index, document_id, highlights, ...selected } = body.metadata[0]
    expect(selected).toEqual({ id: body.metadata[0].id, tokens: 20, absent: null })
    expect([typeof score, index, typeof document_id]).toEqual(['number', 'documents', 'string'])
    expect(JSON.stringify(highlights)).toMatch(/archive/)
    expect(body.data.CloudSearchFetcher).toMatchObject({ total_count: 1, facets: { file_type: [{ value: 'txt', count: 1 }] } })
    expect(body.response_metadata.queried_indexes).toEqual(['documents'])
  })

  test('the sources stand apart from the question, and their text cannot leave its place', async () => {
    await chat.ask('/flexible-rag', { question: 'When was the lighthouse built?' })
    const { messages, passages } = scripted.asked.at(-1)!
    const content = String(messages.at(-1)!.content)
    expect(passages.length).toBeGreaterThan(0)
    const fence = /^=== ([0-9a-f]{12}) source \[1\] \(.*\)$/m.exec(content)?.[1]
    expect(content.indexOf('PWNED')).toBeLessThan(content.indexOf(`=== ${fence} end of sources`))
    expect(content.endsWith('When was the lighthouse built?')).toBe(true)
    expect(messages[0]!.role).toBe('system')
  })

  test.each([
    [{ filter: "filename eq 'a' and and" }, /position|\d/],
    [{ filter: "nofield eq 'a'" }, /nofield/],
    [{ filter: 'page_number eq true' }, /page_number/],
    [{ facets: ['file_type,count:x'] }, /facet/],
    [{ facets: ['text'] }, /text/],
    [{ index: 'absent' }, /absent/],
    [{ top_k: 101 }, /top_k/],
    [{ top_k: 1.5 }, /top_k/],
  ])('%j is 400', async (settings, message) => {
    const { status, body } = await chat.ask('/flexible-rag', { question: 'q', fetch_args: { CloudSearchFetcher: settings } })
    expect(status).toBe(400)
    expect(JSON.stringify(body.error)).toMatch(message)
  })

  test('an index by alias or by name', async () => {
    for (const index of ['other', 'others']) {
      const { body } = await chat.ask('/flexible-rag', { question: 'archive', fetch_args: { CloudSearchFetcher: { index } } })
      expect(body.metadata).toEqual([])
      expect(body.errors).toBeUndefined()
    }
  })

  test('an index that is down is an issue, not a failure', async () => {
    const { status, body } = await down.ask('/flexible-rag', { question: 'q' })
    expect(status).toBe(200)
    expect(body.errors).toEqual([{ code: 'retrieval_failed', message: expect.any(String) }])
    expect(body.response_metadata.errors_present).toBe(true)
    expect(body.answer).toBe('fine')
    expect(JSON.stringify(body)).not.toContain('disk gone')
  })

  test('chat retrieves whatever skip_knowledge_base says, RAG does not', async () => {
    const ask = async (path: string) => (await chat.ask(path, { question: 'Zorblax archive', skip_knowledge_base: true })).body
    expect((await ask('/flexible-chat')).metadata.length).toBeGreaterThan(0)
    expect((await ask('/flexible-rag')).metadata).toEqual([])
  })

  test('without a model, what was not searched is not called not found', async () => {
    const { body } = await embedded.ask('/flexible-rag', { question: 'Who is the keeper of the archive?', skip_knowledge_base: true })
    expect(body.answer).toMatch(/^The documents were not searched/)
    expect(body.response_metadata.answer_kind).toBe('none')
  })
})

describe('model', () => {
  test('one that fails gives what the documents say, and llm_failed', async () => {
    const { status, body } = await chat.ask('/flexible-rag', { question: 'Who is the keeper of the archive? [down]' })
    expect(status).toBe(200)
    expect(body.answer).toContain('Mirela Quandt')
    expect(body.errors).toEqual([{ code: 'llm_failed', message: 'The model endpoint answered with status 500.' }])
    expect((await chat.ask('/flexible-rag', { question: '[down]', fetch_args: none })).body.answer.length).toBeGreaterThan(0)
  })

  test('closest passages without the model have one preamble', async () => {
    const question = 'How many wooden crates does the Zorblax archive hold?'
    expect((await embedded.ask('/flexible-rag', { question })).body.response_metadata.answer_kind).toBe('passages')
    const { answer } = (await chat.ask('/flexible-rag', { question: `${question} [down]` })).body
    expect(answer).toMatch(/^The language model does not answer at the moment\. The closest passages say: (?!I am not sure)/)
  })

  test('an empty answer is a failure', async () => {
    expect((await chat.ask('/flexible-rag', { question: '[say: ]', fetch_args: none })).body.errors[0].code).toBe('llm_failed')
  })

  test('an override that nothing reads is none', async () => {
    const applied = async (override_config: object) =>
      (await chat.ask('/flexible-chat', { question: 'q', fetch_args: none, override_config })).body.response_metadata
        .config_overrides_applied
    expect([await applied({}), await applied({ colour: 'red' }), await applied({ colour: 'red', n: 1 })]).toEqual([false, false, true])
  })

  test('n answers, usage and reasoning', async () => {
    const { body } = await chat.ask('/flexible-chat', {
      question: '[say:x]',
      fetch_args: none,
      override_config: { n: 3, llm: 'reasoning', reasoning_effort: 'auto' },
    })
    expect(body.answers).toEqual(['x', 'x (2)', 'x (3)'])
    expect(body.answer).toBe('x')
    expect(body.tokens_used).toBe(5)
    expect(body.response_metadata).toMatchObject({
      token_usage: { prompt: 3, completion: 2, total: 5, detail: { reasoning: 1 } },
      reasoning_tokens: 1,
      reasoning_effort: 'auto',
      reasoning_effective: { requested: 'auto', sent_effort: 'medium', provider: 'openai', source: 'request', sanitized: true },
    })
    expect(scripted.asked.at(-1)).toMatchObject({
      model: 'm-reasoning',
      reasoningEffort: 'medium',
      parameters: { max_completion_tokens: 1000 },
    })
  })
})

describe('templates', () => {
  test('inline, from a file, and the default', async () => {
    const ab_testing = { user_id: 'u1', experiment_name: 'e', session_id: 's' }
    const { body } = await chat.ask('/flexible-chat', {
      question: '[say:a [1]]',
      ab_testing,
      system_prompt_file: 'system/greet.j2',
      response_template: '<{{ answer }}|{{ tone }}>',
      template_variables: { tone: 't', unused: 1 },
    })
    expect(body.answer).toBe('<a [1]|t>')
    expect(body.response_metadata.system_prompt).toBe('Hello u1')
    expect(body.template_info).toEqual({
      system_prompt_source: 'file:system/greet.j2',
      response_template_source: 'inline',
      template_variables_used: ['tone', 'user_id'],
    })
    expect(body.ab_testing).toEqual({ experiment_name: 'e', session_id: 's', variant_name: expect.stringMatching(/^(control|treatment)$/) })
    expect(body.history.at(-1).content).toBe('<a [1]|t>')
  })

  test.each([
    [{ system_prompt_template: 'a\n{% if %}' }, 400],
    [{ response_template: 'a\n{% if %}' }, 400],
    [{ response_template: '{{ answer | nofilter }}' }, 400],
    [{ system_prompt_file: '../search.db' }, 400],
    [{ system_prompt_file: '/etc/passwd' }, 400],
    [{ response_template_file: 'absent.j2' }, 404],
  ])('%j is %i before the model is asked', async (body, status) => {
    const calls = scripted.asked.length
    expect((await chat.ask('/flexible-chat', { question: 'q', ...body })).status).toBe(status)
    expect((await chat.ask('/flexible-chat', { question: 'q', stream: true, ...body })).status).toBe(status)
    expect(scripted.asked).toHaveLength(calls)
  })
})

describe('history', () => {
  test('is what was sent and this turn, and the model gets the prior turns', async () => {
    const history = [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two', sources: [{ id: 'old' }] },
    ]
    const { body } = await chat.ask('/flexible-chat', { question: 'Zorblax [say:done]', history })
    expect(body.history.map((m: { role: string; content: string }) => [m.role, m.content])).toEqual([
      ['user', 'one'],
      ['assistant', 'two'],
      ['user', 'Zorblax [say:done]'],
      ['assistant', 'done'],
    ])
    expect(body.history[1].sources).toEqual([{ id: 'old' }])
    expect(body.history[3].sources).toEqual(body.metadata)
    expect(body.response_metadata).toMatchObject({
      is_multi_turn: true,
      conversation_length: 4,
      conversation_sources_summary: { assistant_turns_with_sources: 2 },
    })
    expect(scripted.asked.at(-1)!.messages.slice(1, 3)).toEqual([
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
    ])
  })
})

describe('events', () => {
  test('a finished chat is published once', async () => {
    chat.published.length = 0
    await chat.ask('/flexible-chat', { question: 'q', fetch_args: none, ab_testing: { user_id: 'u', session_id: 's1' } })
    expect(chat.published).toHaveLength(1)
    expect(chat.published[0]).toMatchObject({
      type: 'chat.completed',
      key: 's1',
      payload: { conversation_id: 's1', message_count: 2, total_tokens: 5 },
    })
  })
})
