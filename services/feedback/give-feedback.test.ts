import { expect, test } from 'vitest'
import { experimentSchema } from '../../kernel/config/models-config.ts'
import { withVariant } from './give-feedback.ts'

const config = { experiments: { tone: experimentSchema.parse({ variants: { a: { weight: 0 }, b: { weight: 1 } } }) } }
const rating = { user_id: 'u', session_id: 's', response_id: 'r', rating: 1 } as const

test('the variant of the user is added where only the experiment is named', () => {
  expect(withVariant(config, { ...rating, experiment_name: 'tone' })).toEqual({ ...rating, experiment_name: 'tone', variant_name: 'b' })
})

test.each([{}, { experiment_name: 'elsewhere' }, { experiment_name: 'tone', variant_name: 'a' }])('%j stays as it is', (given) => {
  expect(withVariant(config, { ...rating, ...given })).toEqual({ ...rating, ...given })
})
