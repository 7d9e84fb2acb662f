import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentsServing } from '../../services/agents/service.ts'
import { prompts } from '../../services/prompts/service.ts'
import { safety } from '../../services/safety/service.ts'
import { type EmbeddedStack, embeddedStack } from '../support/embedded-stack.ts'
import { type ScriptedModel, startModel } from '../support/scripted-model.ts'

/** What the model says to an instruction with these words; asked for a second time it takes the next one. */
const replies = new Map<string, string[]>()
let model: ScriptedModel
let stack: EmbeddedStack
let embedded: EmbeddedStack
let dir: string
const services = [safety, agentsServing([safety]), prompts]

beforeAll(async () => {
  model = await startModel(({ messages }) => {
    const asked = JSON.stringify(messages.at(-1))
    const [, given] = [...replies].find(([words]) => asked.includes(words)) ?? []
    return (given && given.length > 1 ? given.shift() : given?.[0]) ?? ''
  })
  // prompts lie in a folder
  dir = await mkdtemp(join(tmpdir(), 'millrace-annex-'))
  stack = await embeddedStack(services, { LLM_BASE_URL: model.url, DATA_DIR: dir })
  embedded = await embeddedStack(services, { LOOK_FOR_MODELS: 'false', DATA_DIR: dir })
})
afterAll(async () => {
  await Promise.all([stack.dispose(), embedded.dispose()])
  await model.close()
  await rm(dir, { recursive: true, force: true })
})

const send = async (method: 'GET' | 'PUT' | 'POST', url: string, payload?: unknown, on = stack) => {
  const reply = await on.app.inject({ method, url, ...(payload === undefined ? {} : { payload: payload as object }) })
  return { status: reply.statusCode, body: reply.json() }
}
const tool = (slug: string, data: object, on = stack) => send('POST', `/ai/api/tools/k12-${slug}/execute`, { data }, on)
const edit = (content: string, prompt: string, over: object = {}, on = stack) =>
  tool(
    'functional-annex-kickoff',
    { eopMasterCopyId: 'm', userId: 'u', form: { field: { content } }, prompt, waitForResult: true, ...over },
    on,
  )
const view = async (requestId: string, on = stack) => (await send('GET', `/k12/annex-edits/${requestId}`, undefined, on)).body
const HTML =
  '<h2  id=a>Before</h2><ul>\n<li>Learn the routes.</li>\n<li>Teachers call 555-0100.</li>\n</ul><table border=1><tr><td>7&nbsp;am</td></tr></table>'

async function plan(html = HTML, on = stack) {
  const id = randomUUID()
  const annexes = [{ id: 'a', name: 'Evacuation', type: 'FUNCTIONAL', html }]
  await send(
    'PUT',
    `/k12/plans/${id}`,
    { organizationId: 'o', name: 'Plan', annexes, generalUserTags: [{ id: 't', name: 'Teachers' }] },
    on,
  )
  return id
}

describe('what a model is told', { timeout: 60_000 }, () => {
  const save = (new_prompt_name: string, new_prompt_content: string) =>
    stack.app.inject({
      method: 'POST',
      url: '/api/v2/prompts',
      headers: { accept: 'application/json' },
      payload: { new_prompt_name, new_prompt_type: 'experiment', new_prompt_content },
    })
  const profile = async (name: string) =>
    (await send('GET', '/k12/annex-profiles')).body.items.find((item: { profile: string }) => item.profile === name)
  const system = () => JSON.stringify(model.asked.at(-1)?.messages[0])

  it('is a prompt of the repository, whose version stands in the record of the job', async () => {
    const own = await profile('functional')
    expect([own.source, own.prompt_name]).toEqual(['product', 'annex-functional'])
    replies.set('told wish', ['<p>Walk now</p>'])
    replies.set('Say it in our words', ['<p>Walk at once</p>'])
    const first = await edit('<p>Walk</p>', 'told wish', { requestId: 'told-1' })
    expect(system()).toContain('You edit a functional annex')
    expect((await save('annex-functional', 'You speak for Alder Creek.\n---\nSay it in our words')).statusCode).toBe(200)
    const ours = await profile('functional')
    expect([ours.source, ours.version]).toEqual(['repository', expect.stringMatching(/^annex-functional@/)])
    // the same job is the same job, whatever holds now
    expect((await edit('<p>Walk</p>', 'told wish', { requestId: 'told-1' })).body).toEqual(first.body)
    const second = await edit('<p>Walk</p>', '', { requestId: 'told-2', prompt: undefined })
    expect(second.body.agentResponse.text).toBe('<p>Walk at once</p>')
    expect(system()).toContain('You speak for Alder Creek.')
    expect(system()).toContain('Reply with HTML alone')
    const versions = [await view('told-1'), await view('told-2')].map(({ record }) => record.prompt_version.split('/')[0])
    expect(versions).toEqual([own.version, ours.version])
    const chat = (await send('GET', '/api/v2/prompts?json=true')).body
    expect(JSON.stringify(chat.effective)).not.toContain('Alder Creek')
  })

  it('and a request id that was used with another body is a conflict that names it', async () => {
    replies.set('twice wish', ['<p>Walk now</p>'])
    await edit('<p>Walk</p>', 'twice wish', { requestId: 'twice' })
    const { status, body } = await edit('<p>Run</p>', 'twice wish', { requestId: 'twice' })
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('requestId: twice')])
  })
})

describe('an edit by a model', { timeout: 60_000 }, () => {
  it('keeps what was reprinted, lists what changed with its reason, and records what it cost', async () => {
    replies.set('first wish', [HTML.replace('<li>Learn the routes.', '<li data-reason="shorter">Learn routes.').replaceAll('&nbsp;', ' ')])
    const { status, body } = await edit(HTML, 'first wish')
    expect([status, body.status, body.isEdit, body.responseStatus]).toEqual([200, 'success', true, 'edited'])
    expect(body.agentResponse.text).toBe(HTML.replace('Learn the routes.', 'Learn routes.'))
    const shown = await view(body.requestId)
    expect(shown.changes).toMatchObject([
      { id: 'c1', kind: 'changed', before: '<li>Learn the routes.</li>', after: '<li>Learn routes.</li>', reason: 'shorter' },
    ])
    expect(shown.record).toMatchObject({ profile: 'functional', alias: 'default', model: 'm', sections: 1, usage: { calls: 1 } })
    expect(shown.record.prompt_version).toMatch(/\/[0-9a-f]{12}$/)
  })

  it('asks again for a reply that cannot stand, and says what was wrong with it', async () => {
    replies.set('second wish', ['Sorry!', HTML.replace('Before', 'Prepare')])
    const { body } = await edit(HTML, 'second wish')
    expect(body.agentResponse.text).toBe(HTML.replace('Before', 'Prepare'))
    expect(JSON.stringify(model.asked.at(-1)?.messages)).toContain('the reply was no HTML')
    expect((await view(body.requestId)).record.usage.calls).toBe(2)
  })

  it.each([
    ['is empty', ''],
    ['is no HTML', 'I would rather not.'],
    ['breaks off', '<h2>Before</h2><ul><li'],
    ['leaves parts out', '<h2>Prepare</h2><p>[the rest is unchanged]</p>'],
    ['touches what was excluded', '<h2>Prepare</h2><table border="1"><tr><td>8 am</td></tr></table>'],
  ])('ends in error where the reply %s, twice', async (what, reply) => {
    const wish = `wish for what ${what}`
    replies.set(wish, [reply])
    const { status, body } = await edit(HTML, `${wish}. Do not change the table.`)
    expect([status, body.status, body.responseStatus]).toEqual([200, 'error', 'failed'])
    expect(body.message).toContain('could not be used')
    expect(await tool('annex-editing-result', { requestId: body.requestId })).toMatchObject({ body: { status: 'error', isEdit: false } })
  })

  it('knows its session: what was asked before comes with the next wish', async () => {
    replies.set('third wish', [HTML])
    const { body } = await edit(HTML, 'third wish')
    await edit(HTML, 'third wish, and more', { sessionId: body.sessionId })
    expect(JSON.stringify(model.asked.at(-1)?.messages)).toContain('Nothing had to change.')
  })

  it('is one job for one requestId, and another body is refused', async () => {
    replies.set('fourth wish', [HTML])
    const requestId = randomUUID()
    const first = await edit(HTML, 'fourth wish', { requestId })
    const calls = model.asked.length
    expect((await edit(HTML, 'fourth wish', { requestId })).body).toEqual(first.body)
    expect((await edit(HTML, 'fourth wish!', { requestId })).status).toBe(409)
    expect(model.asked).toHaveLength(calls)
  })

  it('is accepted into the plan change by change, and not where the annex has changed since', async () => {
    const id = await plan()
    const version = HTML.replace('Before', 'Prepare').replace('Learn the routes.', 'Learn routes.')
    replies.set('fifth wish', [version])
    const { body } = await edit(HTML, 'fifth wish', { eopMasterCopyId: undefined, emergencyOperationPlanId: id })
    const path = `/k12/plans/${id}/annexes/a/accept`
    const base = { requestId: body.requestId, base: HTML }
    expect((await send('POST', path, { ...base, changes: ['c9'] })).status).toBe(400)
    expect((await send('POST', path, { ...base, requestId: 'none' })).status).toBe(404)
    expect((await send('POST', `/k12/plans/${id}/annexes/b/accept`, base)).status).toBe(404)
    const { status, body: done } = await send('POST', path, { ...base, changes: ['c1'] })
    expect([status, done.accepted, done.rejected, done.html]).toEqual([200, ['c1'], ['c2'], HTML.replace('Before', 'Prepare')])
    expect((await send('GET', `/k12/plans/${id}/annexes/a`)).body.html).toBe(done.html)
    expect((await send('POST', path, base)).status).toBe(409)
    expect((await send('GET', `/k12/plans/${id}/annexes/a`)).body.html).toBe(done.html)
  })
})

describe('an edit without a model', { timeout: 60_000 }, () => {
  it('does what needs none', async () => {
    const { body } = await edit(HTML, 'Replace "Learn" by "Walk".', {}, embedded)
    expect([body.status, body.agentResponse.text]).toEqual(['success', HTML.replace('Learn', 'Walk')])
    expect(await view(body.requestId, embedded)).toMatchObject({ by: 'embedded', record: { alias: null, usage: null } })
  })

  it('says that a prompt is missing where the one that holds then needs a model', async () => {
    const { body } = await edit(HTML, '', {}, embedded)
    expect([body.status, body.message]).toEqual(['error', expect.stringMatching(/^prompt: none was given.*needs a language model/)])
  })

  it('suggests roles of the plan where its prompt asks for them', async () => {
    const id = await plan(HTML, embedded)
    const over = { eopMasterCopyId: undefined, emergencyOperationPlanId: id }
    const { body } = await edit(HTML, '  SUGGEST roles and Responsibilities. ', over, embedded)
    expect(body.agentResponse.text).toBe(
      `${HTML}<h2>Roles and responsibilities</h2><ul><li><strong>Teachers</strong>: Teachers call 555-0100.</li></ul>`,
    )
  })

  it('says that anything else needs one', async () => {
    const { body } = await edit(HTML, 'Make it friendlier.', {}, embedded)
    expect([body.status, body.message]).toEqual(['error', expect.stringContaining('needs a language model')])
  })
})

describe('what is wrong', () => {
  const request = { eopMasterCopyId: 'm', userId: 'u', form: { field: {} } }
  it.each([
    ['no source', { eopMasterCopyId: undefined }, 400],
    ['two sources', { emergencyOperationPlanId: 'p' }, 400],
    ['an object without an id', { eopMasterCopyId: undefined, emergencyOperationPlan: { organizationId: 'o' } }, 400],
    ['an id and another one in the object', { emergencyOperationPlanMasterCopy: { id: 'n' } }, 400],
    ['a plan that there is not', { eopMasterCopyId: undefined, emergencyOperationPlanId: 'none' }, 404],
    ['no userId', { userId: undefined }, 400],
    ['a form without a field', { form: {} }, 400],
  ])('%s', async (_what, over, status) => {
    expect((await tool('hazard-annex-kickoff', { ...request, ...over })).status).toBe(status)
  })

  it.each([
    ['a role that is a number', 'hazard-annex-kickoff', { ...request, roles: [5] }, /roles\.0: give a name/],
    ['more jobs than can be asked for', 'annex-editing-status', { requestIds: new Array(1001).fill('a') }, /at most 1000 requestIds/],
    ['more guides than can be asked for', 'qrg-generation-status', { requestIds: new Array(101).fill('a') }, /at most 100 requestIds/],
  ])('%s is told with what would do', async (_what, slug, data, message) => {
    const { status, body } = await tool(slug, data)
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(message)])
  })

  it('null begins a job of a name of its own', async () => {
    const { status, body } = await tool('hazard-annex-kickoff', { ...request, requestId: null })
    expect([status, body.requestId]).toEqual([202, expect.stringMatching(/.{36}/)])
  })

  it('is told of each of several jobs', async () => {
    const { status, body } = await tool('annex-editing-status', { requestIds: ['none', 'neither'] })
    expect([status, body.map((e: { requestId: string; status: string }) => [e.requestId, e.status])]).toEqual([
      200,
      [
        ['none', 'error'],
        ['neither', 'error'],
      ],
    ])
  })
})
