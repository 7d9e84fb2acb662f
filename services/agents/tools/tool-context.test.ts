import { expect, test } from 'vitest'
import { anonymous } from '../../../kernel/http/identity/credentials.ts'
import { toolContext } from './tool-context.ts'

test('ports are made once for a caller, and anew where another embedder serves', () => {
  let serving = { model: 'one' }
  const embedder = {
    get model() {
      return serving.model
    },
    current: () => serving,
  }
  const edge = { ports: { embedder, llm: {} } }
  const ports = () => toolContext(edge as never, { caller: anonymous } as never, {} as never).ports
  const first = ports()
  expect([ports() === first, first.embedder.model]).toEqual([true, 'one'])
  serving = { model: 'two' }
  expect(ports().embedder.model).toBe('two')
})
