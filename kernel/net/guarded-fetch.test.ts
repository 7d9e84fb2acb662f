import { expect, test } from 'vitest'
import { callHttp } from './guarded-fetch.ts'
import { isUnreached } from './unreached.ts'

test('a network that answers nothing is given up, as one that cannot be reached', async () => {
  const silent = callHttp(new URL('http://model.example/v1'), { method: 'GET', headers: {}, connectMs: 50, lookup: () => {} })
  await expect(silent).rejects.toSatisfy(isUnreached)
})
