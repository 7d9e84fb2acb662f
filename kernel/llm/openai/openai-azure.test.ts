import { describe, expect, test } from 'vitest'
import { address, closeAfterEach, json, listen, request } from './endpoint.fixture.ts'
import { openaiLlm } from './openai.ts'

closeAfterEach()

describe('Azure', () => {
  const azure = async (given: { apiKey?: string; token?: string }) => {
    const seen: { url?: string; key?: unknown; authorization?: unknown }[] = []
    await listen((_body, res, req) => {
      seen.push({ url: req.url, key: req.headers['api-key'], authorization: req.headers.authorization })
      json(res, 200, { object: 'list', data: [], choices: [{ index: 0, finish_reason: 'stop', message: { content: 't' } }] })
    })
    const baseUrl = `${address()}/`
    return { seen, llm: openaiLlm({ baseUrl, apiVersion: '2024-10-21', provider: 'azure-openai', ...given }) }
  }

  test('the deployment stands in the path, the version in the query, the key in its own header', async () => {
    const { seen, llm } = await azure({ apiKey: 'sk-canary' })
    await llm.complete(request({ model: 'd-four' }))
    await llm.check('d-four', { deep: false, signal: request().signal })
    expect(seen).toEqual([
      { url: '/openai/deployments/d-four/chat/completions?api-version=2024-10-21', key: 'sk-canary', authorization: undefined },
      { url: '/openai/models?api-version=2024-10-21', key: 'sk-canary', authorization: undefined },
    ])
  })

  test('a token in place of a key', async () => {
    const { seen, llm } = await azure({ token: 'entra' })
    await llm.complete(request({ model: 'd' }))
    expect(seen[0]).toMatchObject({ key: undefined, authorization: 'Bearer entra' })
  })
})

describe('check', () => {
  const signal = new AbortController().signal

  test('asks for the models; an endpoint without a list is fine, a refusal is not', async () => {
    const status = { now: 200 }
    const llm = await listen((_body, res, req) => json(res, req.url === '/v1/models' ? status.now : 500, { object: 'list', data: [] }))
    await llm.check('m', { deep: false, signal })
    status.now = 404
    await llm.check('m', { deep: false, signal })
    status.now = 401
    await expect(llm.check('m', { deep: false, signal })).rejects.toMatchObject({ details: { provider_status: 401 } })
  })

  test('deep makes a call of the model', async () => {
    let seen: unknown
    const llm = await listen((body, res) => {
      seen = body.model
      json(res, 200, { choices: [{ index: 0, finish_reason: 'stop', message: { content: 'ok' } }] })
    })
    await llm.check('m', { deep: true, signal })
    expect(seen).toBe('m')
  })
})
