import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtInPrompts } from '../../kernel/prompts/prompt-source.ts'
import { promptChanged } from '../../schemas/prompt.ts'
import { type EmbeddedStack, embeddedStack } from '../../tests/support/embedded-stack.ts'
import { prompts } from './service.ts'

let dir: string
let stack: EmbeddedStack
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'prompt-routes-'))
  stack = await embeddedStack([prompts], { DATA_DIR: dir })
})
afterAll(async () => {
  await stack.dispose()
  await rm(dir, { recursive: true, force: true })
})

const PATH = '/api/v2/prompts'
const form = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const reply = await stack.app.inject({
    method: 'POST',
    url: PATH,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
  return { status: reply.statusCode, location: reply.headers.location, body: reply.body }
}
const post = async (payload: object, path = '') => {
  const reply = await stack.app.inject({ method: 'POST', url: PATH + path, payload })
  return { status: reply.statusCode, body: reply.json() }
}
const get = async (query: string) => {
  const reply = await stack.app.inject(PATH + query)
  return { status: reply.statusCode, body: reply.json() }
}
const make = async (name: string, content = 'text', type = 'system') =>
  (await post({ new_prompt_name: name, new_prompt_type: type, new_prompt_content: content })).body.entry
const act = (action: string, prompt_identifier: string, more = {}, prompt_type = 'system') => ({
  action,
  prompt_type,
  prompt_identifier,
  ...more,
})

describe('saving', () => {
  test('keeps who and when, and counts as saved alone', async () => {
    const { status, body } = await post({
      new_prompt_name: 'kept.j2',
      new_prompt_type: 'system',
      new_prompt_content: 'x',
      new_prompt_label: 'first',
    })
    expect([status, body.status, body.default_set, body.entry.name]).toEqual([200, 'saved', false, 'kept.j2'])
    expect(body.entry.metadata).toMatchObject({
      label: 'first',
      saved_by: 'anonymous',
      saved_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_by: null,
    })
    expect(body.entry.path).toMatch(/^system\/kept@\d{8}-\d{6}-1\.j2$/)
  })

  test('by a form turns its line ends into those of the text that was typed', async () => {
    const reply = await form({ new_prompt_name: 'lines', new_prompt_type: 'experiment', new_prompt_content: 'a\r\nb' })
    expect([reply.status, reply.location]).toEqual([303, `${PATH}?saved=true`])
    expect((await get('?json=true&prompt_id=lines&prompt_type=experiment')).body.prompt.content).toBe('a\nb')
  })

  test('by a form that asks for JSON replies with the entry', async () => {
    const reply = await form(
      { new_prompt_name: 'asked', new_prompt_type: 'system', new_prompt_content: 'x' },
      { accept: 'application/json' },
    )
    expect([reply.status, JSON.parse(reply.body).entry.name]).toEqual([200, 'asked.j2'])
  })

  test.each([
    [{ system_prompt: 'a\n {% if x %}' }, 'line 2, column 2'],
    [{ new_prompt_name: 'n', new_prompt_type: 'response', new_prompt_content: '{{ x' }, 'line 1, column 1'],
  ])('a template that does not parse is 400 with its place: %j', async (body, place) => {
    const before = (await get('?json=true')).body.manifest_version
    const reply = await post(body)
    expect([reply.status, reply.body.error.message]).toEqual([400, expect.stringContaining(place)])
    expect((await get('?json=true')).body.manifest_version).toBe(before)
  })

  test.each([
    [{}, 400],
    [{ system_prompt: ' \n ' }, 400],
    [{ system_prompt: 'a\0' }, 400],
    [{ system_prompt: '\ud800' }, 400],
    [{ system_prompt: 5 }, 400],
    [{ system_prompt: 'a', response_template: 'b' }, 400],
    [{ system_prompt: 'a', system_prompt_make_default: 'perhaps' }, 400],
    [{ system_prompt: 'a', system_prompt_label: 'l'.repeat(201) }, 400],
    [{ system_prompt: 'a', system_prompt_name: '../a' }, 400],
    [{ system_prompt: 'ä'.repeat(131_073) }, 413],
    [{ new_prompt_name: 'con.x', new_prompt_type: 'system', new_prompt_content: 'x' }, 400],
    [{ action: 'make_default_prompt', prompt_type: 'experiment', prompt_identifier: 'x' }, 400],
    [{ action: 'update_prompt_metadata', prompt_type: 'system', prompt_identifier: 'x' }, 400],
    [{ action: 'update_prompt_metadata', prompt_type: 'system', prompt_identifier: 'x', metadata_owner: 'me' }, 400],
  ])('%j is %i', async (body, status) => {
    expect((await post(body)).status).toBe(status)
  })

  test('a name has dots wherever it likes but first', async () => {
    for (const name of ['a..b', 'a.', 'con', 'v1.2.', `${'n'.repeat(127)}.`])
      expect([name, (await make(name)).name, (await get(`/versions?type=system&name=${name}`)).status]).toEqual([name, `${name}.j2`, 200])
  })

  test('a form in parts is a form', async () => {
    const parts = new FormData()
    for (const [name, value] of Object.entries({ new_prompt_name: 'parts', new_prompt_type: 'experiment', new_prompt_content: 'a\r\nb' }))
      parts.append(name, value)
    const request = new Request('http://x/', { method: 'POST', body: parts })
    const headers = { 'content-type': request.headers.get('content-type')! }
    const reply = await stack.app.inject({ method: 'POST', url: PATH, headers, payload: Buffer.from(await request.arrayBuffer()) })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, `${PATH}?saved=true`])
    expect((await get('?json=true&prompt_id=parts&prompt_type=experiment')).body.prompt.content).toBe('a\nb')
  })

  test('the older words save a prompt, too', async () => {
    const { status, body } = await post({ name: 'older.j2', type: 'experiment', content: '{{ answer }}', description: 'As it was' })
    expect([status, body.entry.name, body.entry.type, body.entry.metadata.notes]).toEqual([200, 'older.j2', 'experiment', 'As it was'])
    expect((await post({ name: '../a', type: 'system', content: 'x' })).body.error.details).toEqual({ field: 'name' })
    expect((await post({ name: 'a', content: 'x' })).body.error.details).toEqual({ field: 'type' })
    expect((await post({ name: 'a', type: 'system', description: 'x' })).body.error.details).toEqual({ field: 'content' })
  })

  test('20 at once are 20 versions', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, (_, i) => make('crowd', `text ${i}`)))
    const { entries } = (await get('/versions?type=system&name=crowd')).body
    expect(new Set(entries.map((e: { id: string }) => e.id))).toEqual(new Set(all.map((e) => e.id)))
    expect(new Set(entries.map((e: { version: string }) => e.version)).size).toBe(20)
  })
})

describe('changing', () => {
  test('an editor save goes on with the name of the current default', async () => {
    const { body } = await post({ system_prompt: 'a', system_prompt_name: 'persona', system_prompt_make_default: true })
    const { body: next } = await post({ system_prompt: 'b', system_prompt_make_default: 'on' })
    expect([body.entry.name, next.entry.name, next.entry.is_current, next.default_set]).toEqual(['persona.j2', 'persona.j2', true, true])
    const bundle = (await get('?json=true')).body
    expect([bundle.effective.system_prompt, bundle.configured_defaults.system_prompts]).toEqual(['b', ['persona.j2']])
  })

  test('without any version the built-in prompt holds again', async () => {
    const { body } = await post({ response_template: '{{ answer }}!', response_template_make_default: 'on' })
    expect((await get('?json=true')).body.effective.response_template).toBe('{{ answer }}!')
    await post(act('delete_prompt', body.prompt_id, {}, 'response'))
    const bundle = (await get('?json=true')).body
    expect([bundle.effective.response_template, bundle.configured_defaults.response_template]).toEqual([builtInPrompts.response, null])
  })

  test('a promotion that fails by form tells it in the address, by JSON with its status', async () => {
    expect((await form(act('make_default_prompt', 'absent'))).location).toBe(`${PATH}?error=default_failed`)
    expect((await form({ action: 'make_default_prompt' })).location).toBe(`${PATH}?error=default_failed`)
    expect((await post(act('make_default_prompt', 'absent'))).status).toBe(404)
    expect((await form(act('delete_prompt', 'absent'))).status).toBe(404)
  })

  test('each change is told on its topic with who made it', async () => {
    const entry = await make('told')
    await post(act('make_default_prompt', entry.id))
    await post(act('rename_prompt', entry.id, { new_name: 'told-anew' }))
    const ofEntry = async () => (await published()).filter((r) => r.prompt_id === entry.id)
    await expect.poll(ofEntry).toMatchObject([
      { change: 'saved', name: 'told', actor: 'anonymous' },
      { change: 'default_set', current_id: entry.id },
      { change: 'renamed', name: 'told-anew', current_id: entry.id },
    ])
    const records = await published()
    expect(new Set(records.map((r) => r.manifest_version)).size).toBe(records.length)
  })

  test('revert takes a version with and without its number, and nothing that is not there', async () => {
    const entry = await make('legacy')
    const revert = (version: string, name = 'legacy.j2') => post({ type: 'system', name, version }, '/revert')
    expect((await revert(`${entry.version}-1`)).body).toEqual({ status: 'reverted', reverted_to: entry.version, prompt_id: entry.id })
    expect([(await revert('19990101-000000')).status, (await revert(entry.version, 'none')).status]).toEqual([404, 404])
    expect((await revert('')).status).toBe(400)
    expect((await get('/versions?type=system&name=none')).status).toBe(404)
  })
})

describe('reading', () => {
  test('is a page for a browser and data for a program', async () => {
    const page = await stack.app.inject({ url: PATH, headers: { accept: 'text/html,*/*;q=0.8' } })
    expect([page.headers['content-type'], page.headers.vary]).toEqual(['text/html; charset=utf-8', 'Accept'])
    expect((await stack.app.inject({ url: PATH, headers: { accept: 'application/json' } })).json().source).toBe('filesystem')
    expect((await stack.app.inject({ url: PATH, headers: { accept: '*/*' } })).headers['content-type']).toMatch('text/html')
    expect((await stack.app.inject({ url: `${PATH}?json=true`, headers: { accept: '*/*' } })).json().source).toBe('filesystem')
  })

  test('with credentials configured, the page is open and the data is not', async () => {
    const secured = await embeddedStack([prompts], { DATA_DIR: dir, SUBSCRIPTION_KEYS: 'a:secret-key' })
    try {
      const status = async (url: string, accept = '*/*') => (await secured.app.inject({ url, headers: { accept } })).statusCode
      expect(await Promise.all([status(PATH), status(`${PATH}?saved=true`), status('/api/v2/unified-test')])).toEqual([200, 200, 200])
      const asks = [`${PATH}?json=true`, `${PATH}?json=1`, `${PATH}?json=true&json=false`, `${PATH}/versions?type=system&name=a`]
      for (const url of [...asks.filter((a) => !a.includes('json=false')), '/api/v2/unified-test?json=true'])
        expect([url, await status(url)]).toEqual([url, 401])
      expect(await status(asks[2]!)).toBe(400)
      expect(await status(PATH, 'text/html, application/json')).toBe(401)
      expect((await secured.app.inject({ method: 'POST', url: PATH, payload: { system_prompt: 'x' } })).statusCode).toBe(401)
    } finally {
      await secured.dispose()
    }
  })

  test('of an unknown prompt is 404, of an unknown type 400', async () => {
    expect([(await get('?json=true&prompt_id=absent')).status, (await get('?json=true&prompt_type=x')).status]).toEqual([404, 400])
  })

  test('the bootstrap names the model, its parameters and the prompts in force', async () => {
    const { body } = await post({ system_prompt: 'x', system_prompt_name: 'boot', system_prompt_make_default: 'on' })
    const boot = (await stack.app.inject('/api/v2/unified-test?json=true')).json()
    expect(boot).toMatchObject({
      active_model: { alias: 'default' },
      configured_defaults: { system_prompts: ['boot.j2'] },
      prompt_source: { system_prompt: { source: `file:${body.entry.path}`, prompt_id: body.prompt_id } },
    })
    expect(boot.cache_status.manifest_version).toBe((await get('?json=true')).body.manifest_version)
  })
})

describe('preview', () => {
  const preview = (body: object) => post(body, '/preview')

  test('renders on the given variables and names those that are read', async () => {
    const { status, body } = await preview({ content: '{{ question }} {{ other }}', variables: { question: 'Why?', unread: 1 } })
    expect([status, body]).toEqual([200, { text: 'Why? ', used: ['question'] }])
  })

  test('tells where a template is wrong, and ends one that does not end', async () => {
    expect((await preview({ content: 'x\n{{ y' })).body.error.details).toEqual({ line: 2, column: 1 })
    const loop = '{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}'
    expect((await preview({ content: loop })).status).toBe(400)
  })
})

/** What is on the topic prompt.changed, in the order of the manifest. */
async function published(): Promise<Record<string, unknown>[]> {
  const { broker } = stack.ports
  const topic = 'prompt.changed'
  const read = ({ partition }: { partition: number }) => Array.fromAsync(broker.read({ topic, partition, from: 'beginning' }))
  const records = (await Promise.all((await broker.partitions(topic)).map(read))).flat()
  const payloads: Record<string, unknown>[] = records.map((record) =>
    promptChanged.schema.parse(JSON.parse(Buffer.from(record.value ?? []).toString())),
  )
  return payloads.sort((a, b) => Number(a.manifest_version) - Number(b.manifest_version))
}
