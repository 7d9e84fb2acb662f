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
    payload: { user_id: 'u', session_id: 's', rating: -1, response_payload: { question: `asked by ${who}` }, ...over },
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

  test('who is limited reads its own words alone, on every route', async () => {
    const written: Record<string, string> = { anna: crypto.randomUUID(), limited: crypto.randomUUID() }
    for (const [who, response_id] of Object.entries(written)) await rate(who, { response_id, feedback_text: `words of ${who}` })
    const routes = ['/recent', '?user_id=u', '/export.csv', '/summary', `/${written.anna}`, `/${written.limited}`]
    for (const path of routes) {
      const [all, limited] = [await get('bert', path), await get('limited', path)]
      expect([path, all.statusCode, limited.statusCode]).toEqual([path, 200, 200])
      expect([path, limited.body.includes('words of anna'), limited.body.includes('asked by')]).toEqual([path, false, false])
      for (const who of ['anna', 'limited'])
        if (all.body.includes(written[who] ?? '')) expect([path, all.body.includes(`words of ${who}`)]).toEqual([path, true])
      if (limited.body.includes(written.limited ?? '')) expect([path, limited.body.includes('words of limited')]).toEqual([path, true])
      expect((await get('nobody', path)).body).not.toContain('words of')
    }
    expect((await get('limited', '/cases.jsonl?rating=all')).body).toBe('')
    expect((await get('bert', '/cases.jsonl?rating=all')).body).toContain('words of limited')
  })

  test('no reply names whose a rating is', async () => {
    for (const path of ['/recent', '/export.csv', '/summary']) expect((await get('bert', path)).body).not.toContain('sub:')
  })
})
