import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'

type Body = Record<string, unknown>
interface Modules {
  curlCommand(request: { url: string; body: Body; key: boolean; token: boolean }): string
  chatRequest(turn: object): { path: string; body: Body }
  DEFAULTS: Record<string, string>
  conversationMarkdown(conversation: object): string
  documentPath(upload: string, chunk?: number, quote?: object): string
  placeOfHash(hash: string): unknown
  sourceOf(citation: object, sources: readonly object[]): unknown
}
const assets = new URL('../../web/', import.meta.url)
const parts = [
  'pages/ask/curl-command',
  'pages/ask/chat-request',
  'pages/ask/conversation-markdown',
  'pages/ask/marked-answer',
  'api/document-path',
]
// what a page's modules find in every browser
const none = { getItem: () => null, setItem: () => {}, removeItem: () => {}, clear: () => {} }
Object.assign(globalThis, { sessionStorage: none, localStorage: none, addEventListener: () => {} })
const loaded: object[] = await Promise.all(parts.map((name) => import(new URL(`${name}.js`, assets).href)))
const { curlCommand, chatRequest, DEFAULTS, conversationMarkdown, documentPath, placeOfHash, sourceOf } = Object.assign(
  {},
  ...loaded,
) as Modules

describe('curlCommand', () => {
  /** What a shell hands to curl. */
  const run = (command: string) =>
    execFileSync('sh', ['-c', `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; }\n${command}`], {
      env: { MILLRACE_KEY: 'k', MILLRACE_TOKEN: 't' },
    })
      .toString()
      .split('\0')
      .slice(0, -1)

  test.each(["It's", '$(touch x) `id` "quoted" \\ !!', 'two\nlines', '%s %d', '$HOME', "'; exit 1; '"])('%j comes through', (question) => {
    const given = run(curlCommand({ url: 'http://h/p?a=1&b', body: { question, stream: true }, key: true, token: true }))
    expect(given.slice(0, -1)).toEqual([
      ...['-sS', 'http://h/p?a=1&b', '-H', 'Content-Type: application/json', '-H', 'Ocp-Apim-Subscription-Key: k'],
      ...['-H', 'Authorization: Bearer t', '--data-raw'],
    ])
    expect(JSON.parse(given.at(-1) ?? '')).toEqual({ question })
  })

  test('without credentials there are no headers for them', () => {
    expect(curlCommand({ url: 'http://h/', body: {}, key: false, token: false })).not.toContain('MILLRACE')
  })
})

describe('chatRequest', () => {
  const turn = {
    question: 'q',
    history: [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
    ],
    settings: DEFAULTS,
    session: 's',
  }

  test('as configured', () => {
    const { path, body } = chatRequest(turn)
    expect([path, body.stream, 'override_config' in body, 'system_prompt_file' in body]).toEqual([
      '/api/v2/flexible_chat',
      true,
      false,
      false,
    ])
    expect(body.history).toEqual([
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
    ])
    expect(body.fetch_args).toEqual({ CloudSearchFetcher: { select_fields: expect.any(Array) } })
  })

  test('with everything chosen', () => {
    const chosen = { model: 'm', system: 'system/a@1-1.j2', response: 'response/b.j2', temperature: '0', maxTokens: '9', effort: 'low' }
    const settings = { ...chosen, retrieval: 'text', top: '0', filter: " doc_type eq 'x' " }
    const { path, body } = chatRequest({ ...turn, settings, images: [{ data_url: 'data:image/png;base64,AA==', name: 'n' }] })
    expect(path).toBe('/api/v2/flexible-chat-mm')
    expect(body).toMatchObject({
      system_prompt_file: chosen.system,
      response_template_file: chosen.response,
      override_config: { llm: 'm', params: { temperature: 0, max_tokens: 9 }, reasoning_effort: 'low' },
      fetch_args: { CloudSearchFetcher: { top_k: 0, vector_search: false, filter: "doc_type eq 'x'" } },
      metadata: { conversation_id: 's', images: [{ data_url: 'data:image/png;base64,AA==' }] },
    })
    expect('stream' in body).toBe(false)
  })
})

test('a conversation as Markdown has its quotes and what is not supported', () => {
  const citations = [
    { marker: '[1]', filename: 'a.pdf', page_number: 3, quote: 'Yes,\nit is.', supported: true },
    { marker: '', quote: 'x', sentence: 'It is green.', supported: false },
  ]
  const replies = [{ settings: {}, reply: { answer: 'Yes [1]. It is green.', citations } }]
  const text = conversationMarkdown({ title: 'A\ntitle', created_at: Date.UTC(2026, 2, 12), exchanges: [{ question: 'Is it?', replies }] })
  const two = [
    { settings: DEFAULTS, reply: { answer: 'A' } },
    { settings: { ...DEFAULTS, model: 'm' }, error: { message: 'Gone.' } },
  ]
  expect(conversationMarkdown({ title: 't', created_at: 0, exchanges: [{ question: 'q', replies: two }] })).toContain(
    '**As configured**\n\nA\n\n**model m**\n\n*No answer: Gone.*',
  )
  expect(text).toBe(
    '# A title\n\nAsked on 2026-03-12.\n\n## Is it?\n\nYes [1]. It is green.\n\n- [1] a.pdf, page 3: “Yes, it is.”\n\nNot supported by the sources:\n- It is green.\n',
  )
})

test('a place in a document survives its address', () => {
  const path = documentPath('u/1', 7, { char_start: 3, char_end: 9 })
  expect(path).toBe('/document?id=u%2F1#chunk-8:3-9')
  expect(placeOfHash(path.slice(path.indexOf('#')))).toEqual({ index: 7, quote: { from: 3, to: 9 } })
  expect([placeOfHash('#chunk-2'), placeOfHash('#chunk-0'), placeOfHash('#else')]).toEqual([{ index: 1 }, undefined, undefined])
})

test('a citation opens its passage at the page of its quote, where the passage begins pages before', () => {
  const passage = { id: 'a', filename: 'three.tiff', page_number: 1 }
  expect(sourceOf({ source_id: 'a', page_number: 2 }, [passage])).toEqual({ ...passage, page_number: 2 })
  expect(sourceOf({ source_id: 'a', page_number: null }, [passage])).toEqual(passage)
  const alone = { source_id: 'b', page_number: 3 }
  expect(sourceOf(alone, [passage])).toBe(alone)
})
