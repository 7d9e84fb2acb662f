import { expect, test } from 'vitest'
import { accessSchema } from '../config/access-config.ts'
import { ApiError } from '../runtime/errors.ts'
import { toldTo } from './roles.ts'

const away = new ApiError('upstream_failed', 'The model endpoint could not be reached.', {
  operators: 'The address is http://10.0.0.7/v1.',
})
const caller = { roles: [], claims: {} }
const config = {
  access: accessSchema.parse({ keys: { reader: { confidentiality: ['public'] }, desk: { roles: ['Api.Read'] }, all: {} } }),
}
const reads = (who: Parameters<typeof toldTo>[0]) => toldTo(who, away, 'Api.Admin', config).includes('10.0.0.7')

test('an address of the own network is told to administrators alone, and to everyone where nobody is asked who they are', () => {
  expect(reads(caller)).toBe(true)
  expect(reads({ ...caller, goodUntil: 1, roles: ['Api.Admin'] })).toBe(true)
  expect(reads({ ...caller, goodUntil: 1, roles: ['Api.Read'] })).toBe(false)
  expect(reads({ ...caller, keyName: 'all' })).toBe(true)
  expect(reads({ ...caller, keyName: 'desk' })).toBe(false)
  expect(reads({ ...caller, keyName: 'reader' })).toBe(false)
})
