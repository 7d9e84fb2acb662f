import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { runStack, starter } from '../../tests/runs/run-stack.ts'
import { WorkError } from '../runtime/errors.ts'
import { retryRun, startRun } from './control.ts'
import { defineRun, defineStep, SkippedItem } from './define-run.ts'
import { itemsOf } from './read-items.ts'
import { showRun, waitForRun } from './read-runs.ts'

let stack: Awaited<ReturnType<typeof runStack>>
afterEach(() => stack.dispose())

const common = { needs: [], retry: { attempts: 1, baseMs: 1, capMs: 1 }, timeoutMs: 30_000 } as const
type Input = { words: string[] }

/** Words go in; an empty one is skipped, and those that are broken fail. */
function spelling(broken: ReadonlySet<string>, tries: string[], counted: boolean) {
  const spell = defineStep<Input>({
    ...common,
    name: 'spell',
    onFail: 'go-on',
    ...(counted ? { counts: ({ words }) => words.length } : { items: ({ input }) => input.words.length }),
    async handle({ input }, item) {
      const word = input.words[item] ?? ''
      tries.push(word)
      if (word === '') return new SkippedItem({ word: 'left out' })
      if (broken.has(word)) throw new WorkError('refused', `${word} is broken`)
      return { word }
    },
  })
  const join = defineStep<Input>({
    ...common,
    name: 'join',
    onFail: 'end',
    async handle(ctx) {
      const words: string[] = []
      for await (const { artifact } of ctx.artifacts('spell', z.object({ word: z.string() }))) words.push(artifact.word)
      return { words }
    },
  })
  return defineRun({
    kind: 'spelling',
    input: z.object({ words: z.array(z.string()) }),
    result: z.object({ words: z.array(z.string()) }),
    steps: [spell, join],
    deadlineMs: 60_000,
    keepMs: 60_000,
  })
}

test.each([
  ['a worker finds out how many there are', false],
  ['the input says how many there are', true],
])('what there was nothing to do for is counted apart, and stays so; of what failed a retry does the chosen ones alone: %s', async (_, counted) => {
  const broken = new Set(['b', 'c'])
  const tries: string[] = []
  const run = spelling(broken, tries, counted)
  stack = await runStack([run])
  const { id } = await startRun(stack.ports, run, { words: ['a', '', 'b', 'c', ''] }, { starter, requestId: 'r' })
  const ended = async () => (await waitForRun(stack.ports, { kind: 'spelling', id, subject: starter.subject }, 30_000))!
  const words = async () => ((await showRun(stack.ports, run, await ended())) as { result: { words: string[] } }).result.words
  expect(await ended()).toMatchObject({
    status: 'completed',
    steps: [{ total: 5, done: 1, failed: 2, skipped: 2, error: { code: 'refused' } }, {}],
  })
  expect(await words()).toEqual(['a', 'left out', 'left out'])
  const skipped = await itemsOf(stack.ports, id, { step: 'spell', status: 'skipped' }, { skip: 0, top: 10 })
  expect(skipped.items.map(({ item, artifact }) => [item, artifact])).toEqual([
    [1, true],
    [4, true],
  ])

  tries.length = 0
  broken.clear()
  await retryRun(stack.ports, id, { from: 'spell', items: [2] })
  expect(await ended()).toMatchObject({ status: 'completed', steps: [{ done: 2, failed: 1, skipped: 2, error: { code: 'refused' } }, {}] })
  expect([tries, await words()]).toEqual([['b'], ['a', 'left out', 'b', 'left out']])

  tries.length = 0
  await retryRun(stack.ports, id)
  expect(await ended()).toMatchObject({ steps: [{ done: 3, failed: 0, skipped: 2, error: null }, {}] })
  expect(tries).toEqual(['c'])

  tries.length = 0
  await retryRun(stack.ports, id, { from: 'spell', items: [1, 0] })
  expect(await ended()).toMatchObject({ steps: [{ done: 3, failed: 0, skipped: 2 }, {}] })
  expect(tries.toSorted()).toEqual(['', 'a'])

  // All of it anew: the number holds.
  await retryRun(stack.ports, id, { from: 'spell' })
  expect(await ended()).toMatchObject({ steps: [{ total: 5, done: 3, failed: 0, skipped: 2 }, {}] })
})
