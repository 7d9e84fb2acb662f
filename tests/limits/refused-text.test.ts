import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { knowledge } from '../../services/documents/knowledge/service.ts'
import { uploads } from '../../services/documents/uploads/service.ts'
import { feedback } from '../../services/feedback/service.ts'
import { databaseKinds } from '../support/databases.ts'
import { type EmbeddedStack, embeddedStack } from '../support/embedded-stack.ts'

describe.each(databaseKinds)('text that a store may not hold ($kind)', ({ create }) => {
  let stack: EmbeddedStack
  let dispose: () => Promise<void>
  beforeAll(async () => {
    const database = await create()
    dispose = () => database.dispose()
    stack = await embeddedStack([uploads, feedback, knowledge], {}, () => database.open())
  })
  afterAll(async () => {
    await stack?.dispose()
    await dispose?.()
  })

  test.each([
    ['/api/v2/upload/status/%00', 404],
    ['/api/v2/upload/status/a%00/events', 404],
    ['/api/v2/upload/%00/timeline', 404],
    ['/api/v2/upload/%00/text', 404],
    ['/api/v2/upload/list?q=%00', 400],
    ['/api/v2/feedback/%00', 404],
    ['/api/v2/feedback?user_id=%00', 400],
    ['/api/v2/knowledge/search-file?q=%00', undefined],
    ['/api/v2/knowledge/files?q=%00', undefined],
    ['/api/v2/knowledge/file/%00/chunks', undefined],
  ])('GET %s is no fault of ours', async (url, status) => {
    const reply = await stack.app.inject(url)
    expect(reply.statusCode).toBeLessThan(500)
    if (status) expect(reply.statusCode).toBe(status)
  })

  test.each([
    'a\u0000b',
    'a\nb',
    'a\ud800',
  ])('the label %j is refused, because a view would stop at it for good', async (confidentiality) => {
    const form = new FormData()
    form.append('metadata', JSON.stringify({ title: 't', doc_type: 'd', confidentiality }))
    form.append('file', new Blob(['text']), 'labelled.txt')
    const { headers, body } = new Response(form)
    const payload = Buffer.from(await new Response(body).arrayBuffer())
    const reply = await stack.app.inject({
      method: 'POST',
      url: '/api/v2/upload',
      headers: { 'content-type': headers.get('content-type') ?? '' },
      payload,
    })
    expect([reply.statusCode, reply.json().error.message]).toEqual([400, expect.stringContaining('metadata.confidentiality')])
  })
})
