import { describe, expect, it } from 'vitest'
import { errorOfReply } from './request-error.ts'

const told = async (status: number, error: Readonly<Record<string, unknown>>) => {
  const { message, advice } = await errorOfReply(Response.json({ error }, { status }))
  return `${message} ${advice}`
}

describe('an error of the server, told in a terminal', () => {
  it('is a sentence before the advice', async () => {
    const words = await told(401, { code: 'unauthorized', message: 'the subscription key is not valid' })
    expect(words).toMatch(/^The subscription key is not valid\. Set MILLRACE_KEY/)
  })

  it('does not take a quota for a full disk', async () => {
    const message = '3 documents of yours are kept at most: delete what is not needed any more, then try again'
    const words = await told(507, { code: 'storage_full', message, details: { reason: 'quota', scope: 'caller' } })
    expect(words).toBe(`${message}. Or have the quota raised (storage in the settings).`)
    expect(await told(507, { code: 'storage_full', message: 'no room', details: { reason: 'disk' } })).toMatch(/Free some space/)
  })
})
