import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatApp, scriptedLlm } from '../chat.fixture.ts'

describe('without a model', () => {
  let app: Awaited<ReturnType<typeof chatApp>>
  beforeAll(async () => {
    app = await chatApp()
  })
  afterAll(() => app.close())
  const ask = async (question: string, more: Record<string, unknown> = {}) => (await app.ask('/flexible-chat', { question, ...more })).body
  const kindOf = (body: { response_metadata: { answer_kind: string } }) => body.response_metadata.answer_kind

  test('what the documents say is an answer, with its citation', async () => {
    const body = await ask('Who is the keeper of the archive?')
    expect(kindOf(body)).toBe('answer')
    expect(body.answer).toContain('Mirela Quandt')
    expect(body.citations[0]).toMatchObject({ filename: 'archive.txt', supported: true })
    expect(body.metadata.map(({ id }: { id: string }) => id)).toContain(body.citations[0].source_id)
  })

  test('what they do not say is none, and small talk cites nothing', async () => {
    expect(kindOf(await ask('What is the capital of Australia?'))).toBe('none')
    const hello = await ask('Hello')
    expect([kindOf(hello), hello.citations, hello.metadata]).toEqual(['none', [], []])
  })

  test('what comes close is told to be unsure', async () => {
    const body = await ask('How many wooden crates does the Zorblax archive hold?')
    expect(kindOf(body)).toBe('passages')
    expect(body.answer).toMatch(/^I am not sure/)
  })

  test('a misspelt word is read as the index spells it', async () => {
    expect((await ask('When was the lighthose built?')).answer).toContain('1849')
  })

  test('a question of 100,000 characters, nearly all of them blanks, is read as what it says', async () => {
    expect((await ask(`Who is the keeper${' '.repeat(49_000)}of the${'\n\t'.repeat(24_000)}archive?`)).answer).toContain('Mirela Quandt')
  })

  test('a follow-up is asked with what it leans on', async () => {
    const history = [
      { role: 'user', content: 'When was the lighthouse built?' },
      { role: 'assistant', content: 'The lighthouse was built in 1849. [1]' },
    ]
    const body = await ask('And the Zorblax archive, who is its keeper?', { history })
    expect(body.answer).toContain('Mirela Quandt')
    expect((await ask('When?', { history })).answer).toContain('1849')
  })

  test('the documents are listed, summed up, and found by what they speak of', async () => {
    const list = await ask('What documents do you have?')
    expect([kindOf(list), list.answer]).toEqual(['answer', expect.stringContaining('archive.txt')])
    // the platform knows what it keeps: no passage has to say so
    expect(list.citations).toEqual([])
    expect((await ask('Summarise the lighthouse document')).answer).toContain('1849')
    expect((await ask('Which documents mention marble?')).answer).toMatch(/archive\.txt \[1\]/)
  })

  test('no more sources than were asked for, and markers that name them', async () => {
    const body = await ask('Who is the keeper of the archive?', { fetch_args: { CloudSearchFetcher: { top_k: 1 } } })
    expect(body.metadata).toHaveLength(1)
    expect(body.citations.map(({ marker }: { marker: string }) => marker)).toEqual(['[1]'])
  })

  test('a filter holds for the list and for the answer', async () => {
    const fetch_args = { CloudSearchFetcher: { filter: "filename eq 'lighthouse.txt'" } }
    expect((await ask('What documents do you have?', { fetch_args })).answer).not.toContain('archive')
    expect(kindOf(await ask('Who is the keeper of the archive?', { fetch_args }))).not.toBe('answer')
  })
})

test('a stream ends with the kind, too', async () => {
  const app = await chatApp()
  const reply = await app.ask('/flexible-chat', { question: 'What is the capital of Australia?', stream: true })
  expect(reply.text).toContain('"answer_kind":"none"')
  await app.close()
})

test('a model answers everything itself; that it found nothing is none', async () => {
  const { llm, asked } = scriptedLlm(({ question }) => (question === 'Hello' ? 'Hi, I am a model.' : 'I found nothing about this.'))
  const app = await chatApp({ llm })
  const greeted = (await app.ask('/flexible-chat', { question: 'Hello' })).body
  expect([greeted.answer, greeted.response_metadata.answer_kind]).toEqual(['Hi, I am a model.', 'answer'])
  const nothing = (await app.ask('/flexible-chat', { question: 'What documents do you have?' })).body
  expect(nothing.response_metadata.answer_kind).toBe('none')
  expect(asked).toHaveLength(2)
  await app.close()
})
