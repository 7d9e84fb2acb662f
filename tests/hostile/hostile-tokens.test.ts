import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AUDIENCE, startIdentityProvider } from '../../kernel/http/identity/identity-provider.fixture.ts'
import { type Operation, readOperations } from '../support/api-operations.ts'
import { faultOf } from '../support/expect-generic.ts'
import { badTokens, hostilePresent } from '../support/hostile-texts.ts'
import { sendOperation } from '../support/send-operation.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const keySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())) })

describe.skipIf(!hostilePresent('hostile-tokens.test.ts'))('bad tokens', () => {
  let dir: string
  let server: ServerProcess
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>
  let operations: Operation[]
  let tokens: [what: string, token: string][]
  // The keys of the collection are trusted here, so that nothing but the signature can refuse what was signed with them.
  const keys = createServer((_, response) => {
    const known = badTokens().flatMap(({ jwk }) => (jwk ? [jwk] : []))
    fetch(provider.jwksUrl)
      .then(async (reply) => response.end(JSON.stringify({ keys: [...keySet.parse(await reply.json()).keys, ...known] })))
      .catch(() => response.writeHead(500).end())
  })

  beforeAll(async () => {
    provider = await startIdentityProvider()
    await new Promise<void>((done) => keys.listen(0, '127.0.0.1', done))
    dir = await mkdtemp(join(tmpdir(), 'millrace-tokens-'))
    server = await startProcess({
      DATA_DIR: dir,
      OIDC_JWKS_URL: `http://127.0.0.1:${(keys.address() as AddressInfo).port}/`,
      OIDC_ISSUER: provider.issuer,
      OIDC_AUDIENCE: AUDIENCE,
      LOG_LEVEL: 'DEBUG',
    })
    operations = (await readOperations(server.url)).filter(({ secured }) => secured)
    tokens = [
      ...Object.entries(await provider.badTokens()),
      ...badTokens().map(({ note, token }): [string, string] => [note, token]),
      ['nothing', ''],
      ['dots', '..'],
      ['long', `${'a'.repeat(6000)}.b.c`],
      ['latin', '\u00e9\u00ff.\u00e9.\u00e9'],
    ]
  })
  afterAll(async () => {
    await server?.stop()
    keys.closeAllConnections()
    keys.close()
    await provider?.close()
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  })

  it('are 401 with the generic body on every protected route, before anything of the request is looked at', async () => {
    expect(operations.length).toBeGreaterThan(50)
    const faults: string[] = []
    for (const operation of operations)
      for (const [what, token] of tokens) {
        const headers = { authorization: `Bearer ${token}` }
        // Where one path serves an open page and protected data, the data is asked for.
        const params = { ...operation.sample.params, ...(operation.places.some(({ path }) => path[0] === 'json') ? { json: 'true' } : {}) }
        const { status, text } = await sendOperation(server.url, operation, { params, headers })
        const fault = faultOf(status, text) ?? (status === 401 ? undefined : `${status}`)
        if (fault) faults.push(`${operation.name} ${what}: ${fault}`)
      }
    expect(faults).toEqual([])
  })

  it('stand nowhere in the log, while a good one is let in', async () => {
    const good = await provider.mint()
    const reply = await fetch(`${server.url}/api/v2/upload/list`, { headers: { authorization: `Bearer ${good}` } })
    expect(reply.status).toBe(200)
    const signatures = [good, ...tokens.map(([, token]) => token)].map((token) => token.split('.')[2] ?? '').filter((s) => s.length > 20)
    expect(signatures.length).toBeGreaterThan(10)
    for (const signature of signatures) expect(server.output()).not.toContain(signature)
  })
})
