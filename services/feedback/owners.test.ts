import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AUDIENCE, startIdentityProvider } from '../../kernel/http/identity/identity-provider.fixture.ts'
import { type EmbeddedStack, embeddedStack } from '../../tests/support/embedded-stack.ts'
import { feedback } from './service.ts'

const ROOT = '/api/v2/feedback'
let idp: Awaited<ReturnType<typeof startIdentityProvider>>
let stack: EmbeddedStack
const tokens: Record<string, string> = {}

beforeAll(async () => {
  idp = await startIdentityProvider()
  stack = await embeddedStack([feedback], { OIDC_ISSUER: idp.issuer, OIDC_AUDIENCE: AUDIENCE, SUBSCRIPTION_KEYS: 'a:key-a,b:key-b' })
  tokens.anna = await idp.mint({ sub: 'anna' })
  tokens.bert = await idp.mint({ sub: 'bert' })
  tokens.limited = await idp.mint({ sub: 'limited', confidentiality: ['public'] })
  tokens.nobody = await idp.mint({ sub: undefined, confidentiality: ['public'] })
})
afterAll(async () => {
  await stack.dispose()
  await idp.close()
})

const headers = (who: string, key = 'key-a') => ({ authorization: `Bearer ${tokens[who]}`, 'ocp-apim-subscription-key': key })
const get = (who: string, path: string) => stack.app.inject({ url: ROOT + path, headers: headers(who) })
const rate = (who: string, over: object, key?: string) =>
  stack.app.inject({
    method: 'POST',
    url: ROOT,
    headers: headers(who, key),
    payload: {
      user_id: 'u',
      session_id: 's',
      rating: -1,
      response_payload: { question: `asked by ${who}`, evaluation_case: { expected_answer: `wanted by ${who}` } },
      ...over,
    },
  })

describe('a rating is its giver’s', () => {
  test('nobody else overwrites it, also not under the same user_id; its giver does, with whichever key', async () => {
    const response_id = crypto.randomUUID()
    expect((await rate('anna', { response_id, feedback_text: 'by anna' })).statusCode).toBe(201)
    for (const who of ['bert', 'limited', 'nobody']) {
      const refused = await rate(who, { response_id, feedback_text: `by ${who}` })
      expect([who, refused.statusCode, refused.json().error.code]).toEqual([who, 403, 'forbidden'])
    }
    expect((await get('anna', `/${response_id}`)).json()).toMatchObject({ feedback_text: 'by anna', rating: -1 })
    expect((await rate('anna', { response_id, feedback_text: 'again', rating: 1 }, 'key-b')).statusCode).toBe(200)
    expect((await get('anna', `/${response_id}`)).json()).toMatchObject({ feedback_text: 'again', rating: 1 })
  })

  test('who is limited reads its own ratings alone, on every route', async () => {
    const mark = crypto.randomUUID()
    const written: Record<string, string> = { anna: crypto.randomUUID(), limited: crypto.randomUUID() }
    for (const [who, response_id] of Object.entries(written))
      await rate(who, { response_id, user_id: `user-${who}-${mark}`, session_id: `session of ${who}`, feedback_text: `words of ${who}` })
    const user = (who: string) => `?user_id=user-${who}-${mark}`
    const lists = ['/recent', '/export.csv', '/summary', '/cases.jsonl?rating=all', user('anna'), user('limited')]
    const traces = (who: string) => [`user-${who}-${mark}`, `session of ${who}`, `words of ${who}`, `asked by ${who}`, written[who] ?? '']
    for (const path of lists) {
      const [all, limited, nobody] = await Promise.all(['bert', 'limited', 'nobody'].map((who) => get(who, path)))
      expect([path, all?.statusCode, limited?.statusCode, nobody?.statusCode]).toEqual([path, 200, 200, 200])
      for (const trace of traces('anna')) expect([path, limited?.body.includes(trace)]).toEqual([path, false])
      for (const trace of [...traces('anna'), ...traces('limited')]) expect([path, nobody?.body.includes(trace)]).toEqual([path, false])
      // What was rated quotes documents, also of its own ratings.
      expect([path, limited?.body.includes('asked by')]).toEqual([path, false])
    }
    expect((await get('limited', user('limited'))).json()).toMatchObject([
      { feedback_text: 'words of limited', session_id: 'session of limited' },
    ])
    const counts = await Promise.all(['anna', 'limited'].map(async (who) => (await get('limited', user(who))).headers['x-total-count']))
    expect(counts).toEqual(['0', '1'])
    expect((await get('limited', '/recent')).json()).toHaveLength(1)
    expect((await get('limited', '/summary')).json()).toMatchObject({ total: 1, thumbs_down: 1, by_day: [{ thumbs_down: 1 }] })
    for (const who of ['bert', 'anna']) expect((await get(who, `/${written.limited}`)).statusCode).toBe(200)
    expect((await get('limited', `/${written.limited}`)).statusCode).toBe(200)
    expect((await get('limited', `/${written.anna}`)).statusCode).toBe(404)
    expect((await get('bert', '/cases.jsonl?rating=all')).body).toContain('words of limited')
  })

  test('no reply names whose a rating is', async () => {
    for (const path of ['/recent', '/export.csv', '/summary']) expect((await get('bert', path)).body).not.toContain('sub:')
  })
})
