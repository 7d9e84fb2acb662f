import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessSchema } from '../../kernel/config/access-config.ts'
import type { Change } from '../../kernel/http/app/changes.ts'
import { familyRules } from '../../kernel/http/app/family-rules.ts'
import { AUDIENCE, startIdentityProvider } from '../../kernel/http/identity/identity-provider.fixture.ts'
import type { Service } from '../../kernel/service.ts'
import { services } from '../../services/catalog.ts'
import { type EmbeddedStack, embeddedStack } from '../support/embedded-stack.ts'

// Every route that is no reading one is asked by every kind of caller; what their families say that they change says whom they refuse.
// Those of frames ask for tokens of their own (kernel/http/identity/auth.test.ts).
const OIDC = { OIDC_AUDIENCE: AUDIENCE }
const KEYS = { SUBSCRIPTION_KEYS: 'plain:k-plain,limited:k-limited,reader:k-reader,boss:k-boss' }
const ROLES = { OIDC_WRITE_ROLE: 'Docs.Write', PROMPT_ROLE: 'Prompts.Write' }
const { changeOf, accessOf } = familyRules(services)
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

const access = accessSchema.parse({
  keys: {
    limited: { confidentiality: ['public'] },
    reader: { roles: [] },
    boss: { confidentiality: ['public'], roles: ['Api.Admin'] },
  },
})

let idp: Awaited<ReturnType<typeof startIdentityProvider>>
const started: EmbeddedStack[] = []
beforeAll(async () => {
  idp = await startIdentityProvider()
})
afterAll(async () => {
  for (const stack of started) await stack.dispose()
  await idp.close()
})

async function start(variables: Record<string, string>) {
  const routes = new Set<string>()
  const operators = new Set<string>()
  const listener: Service = {
    name: 'listener',
    routes: (app) => {
      app.addHook('onRoute', ({ method, url, config }) => {
        for (const one of [method].flat()) {
          if (!READING.has(one) && accessOf(url) !== 'frame') routes.add(`${one} ${url}`)
          if (config?.access === 'operator') operators.add(`${one} ${url}`)
        }
      })
    },
  }
  const stack = await embeddedStack([listener, ...services], variables)
  Object.assign(stack.ports.config, { access })
  started.push(stack)
  /** The kinds of changes that the caller is refused, from the replies of every route. */
  const refusedTo = async (headers: Record<string, string>): Promise<Change[]> => {
    const statuses = new Map<Change, Set<boolean>>()
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ')
      const url = path.replace(':upload_id', crypto.randomUUID()).replace(/:\w+/, 'nothing')
      // A body that fits nothing: who is let in is told so, and changes nothing.
      const reply = await stack.app.inject({
        method: method as 'POST',
        url,
        headers: { ...headers, 'content-type': 'application/json' },
        payload: '[7',
      })
      // Operators' routes know other credentials too, and say 401 to those that do not suffice.
      const refusal = operators.has(route) ? 401 : 403
      if (refusal === 403) expect([route, reply.statusCode]).not.toEqual([route, 401])
      const change = changeOf(method, path)
      statuses.set(change, (statuses.get(change) ?? new Set()).add(reply.statusCode === refusal))
    }
    for (const [change, outcomes] of statuses) expect([change, outcomes.size]).toEqual([change, 1])
    return [...statuses].flatMap(([change, outcomes]) => (outcomes.has(true) ? [change] : [])).sort()
  }
  return refusedTo
}

const ALL_OF_EVERYONE: Change[] = ['deliveries', 'everyone', 'wording']
const limits = { confidentiality: ['public'] }

test('with tokens and no roles for writing', async () => {
  const refusedTo = await start({ OIDC_ISSUER: idp.issuer, ...OIDC })
  const as = async (claims: object) => refusedTo({ authorization: `Bearer ${await idp.mint({ sub: 'x', ...claims })}` })
  expect(await as({})).toEqual(['deliveries', 'everyone'])
  expect(await as(limits)).toEqual(ALL_OF_EVERYONE)
  expect(await as({ roles: ['Api.Access', 'Api.Admin'] })).toEqual([])
  expect(await as({ roles: ['Api.Access', 'Api.Admin'], ...limits })).toEqual([])
})

test('with tokens and roles for writing', async () => {
  const refusedTo = await start({ OIDC_ISSUER: idp.issuer, ...OIDC, ...ROLES })
  const as = async (roles: string[], claims: object = {}) =>
    refusedTo({ authorization: `Bearer ${await idp.mint({ sub: 'x', roles: ['Api.Access', ...roles], ...claims })}` })
  expect(await as([])).toEqual(['deliveries', 'documents', 'everyone', 'wording'])
  expect(await as(['Docs.Write'])).toEqual(['everyone', 'wording'])
  expect(await as(['Docs.Write'], limits)).toEqual(ALL_OF_EVERYONE)
  expect(await as(['Prompts.Write'])).toEqual(['deliveries', 'documents', 'everyone'])
  expect(await as(['Prompts.Write'], limits)).toEqual(['deliveries', 'documents', 'everyone', 'wording'])
  expect(await as(['Api.Admin'], limits)).toEqual([])
})

test('keys alone carry limits and roles', async () => {
  for (const variables of [KEYS, { ...KEYS, ...ROLES }]) {
    const refusedTo = await start(variables)
    const as = (key: string) => refusedTo({ 'ocp-apim-subscription-key': key })
    expect(await as('k-plain')).toEqual([])
    expect(await as('k-boss')).toEqual([])
    const withRoles = 'PROMPT_ROLE' in variables
    expect(await as('k-limited')).toEqual(withRoles ? ['deliveries', 'documents', 'everyone', 'wording'] : ALL_OF_EVERYONE)
    expect(await as('k-reader')).toEqual(withRoles ? ['deliveries', 'documents', 'everyone', 'wording'] : ['deliveries', 'everyone'])
  }
})

test('beside a token a key narrows its roles, and a limited key asks for the administrator’s', async () => {
  const refusedTo = await start({ ...KEYS, OIDC_ISSUER: idp.issuer, ...OIDC, ...ROLES })
  const as = async (key: string, roles: string[]) =>
    refusedTo({
      'ocp-apim-subscription-key': key,
      authorization: `Bearer ${await idp.mint({ sub: 'x', roles: ['Api.Access', ...roles] })}`,
    })
  expect(await as('k-plain', ['Api.Admin'])).toEqual([])
  expect(await as('k-plain', ['Docs.Write', 'Prompts.Write'])).toEqual(['everyone'])
  expect(await as('k-limited', ['Docs.Write', 'Prompts.Write'])).toEqual(ALL_OF_EVERYONE)
  expect(await as('k-reader', ['Api.Admin'])).toEqual(['deliveries', 'documents', 'everyone', 'wording'])
  expect(await as('k-boss', [])).toEqual(['deliveries', 'documents', 'everyone', 'wording'])
})

test('administrators’ readings ask a key for the role too', async () => {
  await start(KEYS)
  const { app } = started.at(-1)!
  const read = (key: string) => app.inject({ url: '/api/v2/settings/history', headers: { 'ocp-apim-subscription-key': key } })
  expect((await read('k-limited')).statusCode).toBe(403)
  expect((await read('k-plain')).statusCode).toBe(200)
})
