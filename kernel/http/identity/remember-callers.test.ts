import { expect, it } from 'vitest'
import { rememberCallers } from './remember-callers.ts'

it('a key and a token that were good together are asked again when the token has to be', async () => {
  let now = 1000
  let asked = 0
  const caller = (goodUntil?: number) => ({ roles: [], claims: {}, actor: 'x', goodUntil })
  const ask = rememberCallers(
    () => {
      asked++
      return caller(2000)
    },
    () => now,
  )
  const request = { method: 'GET', headers: { authorization: 'Bearer t', 'ocp-apim-subscription-key': 'k' } }
  await ask(request)
  await ask(request)
  expect(asked).toBe(1)
  await ask({ ...request, headers: { ...request.headers, 'ocp-apim-subscription-key': 'other' } })
  expect(asked).toBe(2)
  now = 2000
  await ask(request)
  expect(asked).toBe(3)
})
