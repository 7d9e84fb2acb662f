import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { callTool } from './call-tool.ts'
import { defineTool, type ToolContext } from './define-tool.ts'
import { LazyContext } from './lazy-context.ts'

const known = { edge: {}, caller: { roles: [], claims: {}, actor: 'anonymous' }, log: {} } as never
const leave = new AbortController()
const make = {
  cause: vi.fn(() => ({ requestId: 'r' })),
  ports: vi.fn(() => ({}) as ToolContext['ports']),
  search: vi.fn(() => ({}) as ToolContext['search']),
  signal: vi.fn(() => leave.signal),
}
const tool = (handle: (ctx: ToolContext) => Promise<{ n: number }>, timeoutMs = 60_000) =>
  defineTool({
    ...{ id: 'k12-count', domain: 'k12', slug: 'count', description: 'Counts.', effect: 'read', timeoutMs, handle },
    input: z.object({}),
    output: z.object({ n: z.number() }),
  })
const call = (of: ReturnType<typeof tool>) => callTool(of, new LazyContext(known, make, undefined), {})

test('a tool that is done at once has nothing made that it did not ask for; what it asks for is made', async () => {
  expect(await call(tool(async () => ({ n: 1 })))).toEqual({ n: 1 })
  expect([make.cause, make.ports, make.search, make.signal].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0, 0])
  expect(await call(tool(async ({ signal, search }) => ({ n: search && !signal.aborted ? 2 : 0 })))).toEqual({ n: 2 })
  expect([make.cause, make.ports, make.search, make.signal].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1, 1])
})

test('one that is not done in its time, or that fails at once or later, says so', async () => {
  await expect(call(tool(() => new Promise(() => {}), 5))).rejects.toMatchObject({ code: 'timeout' })
  await expect(call(tool(async () => Promise.reject(new Error('at once'))))).rejects.toThrow('at once')
  const later = async (ctx: ToolContext) => {
    await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
    throw new Error('later')
  }
  await expect(call(tool(later, 5))).rejects.toMatchObject({ code: 'timeout' })
})

test('a caller who left, even before the tool asked, ends the call with its own reason', async () => {
  leave.abort(new Error('left'))
  await expect(call(tool(() => new Promise(() => {})))).rejects.toThrow('left')
})
