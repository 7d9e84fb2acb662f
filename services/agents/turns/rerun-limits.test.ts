import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitsOf, sightOf } from '../../../kernel/access/limits.ts'
import { AUDIENCE, startIdentityProvider } from '../../../kernel/http/identity/identity-provider.fixture.ts'
import { agentStack, mill } from './agent-stack.fixture.ts'

const MILLER = '/ai/k12/agents/miller'
let provider: Awaited<ReturnType<typeof startIdentityProvider>>
let it: Awaited<ReturnType<typeof agentStack>>
beforeAll(async () => {
  provider = await startIdentityProvider()
  it = await agentStack({ OIDC_ISSUER: provider.issuer, OIDC_JWKS_URL: `${provider.issuer}/jwks`, OIDC_AUDIENCE: AUDIENCE })
})
afterAll(async () => {
  await it.dispose()
  await provider.close()
})

const token = async (claims: object) => ({
  authorization: `Bearer ${await provider.mint({ sub: 'ada', roles: ['Api.Access'], ...claims })}`,
})
const get = (path: string, as: Record<string, string>) => it.call('GET', path, undefined, as)
const hasEnded = (runId: string, as: Record<string, string>) =>
  expect.poll(async () => (await get(`${MILLER}/runs/${runId}`, as)).body.status, { timeout: 30_000, interval: 20 }).toBe('completed')

test('a turn that is run again reads what its caller may read now, and takes over nothing that was read within other limits', async () => {
  const [whole, limited] = [await token({}), await token({ confidentiality: ['public'] })]
  const sights: string[] = []
  const look = mill.tools!.find(({ slug }) => slug === 'look')!
  const { handle } = look
  look.handle = async ({ caller, edge }, input) => {
    sights.push(sightOf(limitsOf(caller, edge.ports.config)))
    return handle({} as never, input)
  }
  it.script.say = ({ messages }) => (messages.at(-1)?.role === 'tool' ? { text: 'done' } : { calls: [['k12-look', { stone: 'a' }]] })
  const { runId } = (await it.call('POST', `${MILLER}/generate`, { prompt: 'Look.' }, whole)).body
  await hasEnded(runId, whole)
  const rerun = (from: unknown) => it.call('POST', `${MILLER}/runs/${runId}/rerun`, { from }, limited)
  for (const from of [1, 2, 'model/1']) expect(await rerun(from)).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
  const again = await rerun(0)
  expect(again.status).toBe(202)
  await hasEnded(again.body.runId, limited)
  expect(sights).toEqual(['[]', expect.stringContaining('public')])
  look.handle = handle
})

test('what a turn said is shown to its starter within the limits of then, or without any', async () => {
  const [whole, limited] = [await token({}), await token({ confidentiality: ['public'] })]
  it.script.say = () => ({ text: 'of a secret document' })
  const asked = async (as: Record<string, string>) => (await it.call('POST', `${MILLER}/generate`, { prompt: 'Say.' }, as)).body.runId
  const [wide, narrow] = [await asked(whole), await asked(limited)]
  await hasEnded(wide, whole)
  await hasEnded(narrow, whole)
  for (const path of ['', '/events', '/case'].map((what) => `${MILLER}/runs/${wide}${what}`)) {
    const { status, text } = await get(path, limited)
    expect([path, status, text.includes('secret')]).toEqual([path, 403, false])
    expect([path, (await get(path, whole)).status]).toEqual([path, 200])
  }
  const again = await it.call('POST', `${MILLER}/stream`, { prompt: 'x' }, { ...limited, 'last-event-id': `${wide}/0` })
  expect([again.status, again.text.includes('secret')]).toEqual([403, false])
})
