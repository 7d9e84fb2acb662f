import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { runStack, starter } from '../../tests/runs/run-stack.ts'
import { limitFilter } from '../access/limit-filter.ts'
import { limitsOf } from '../access/limits.ts'
import { parseConfig } from '../config/config.ts'
import { defaultIndexSpec } from '../search/default-index.ts'
import type { SearchRequest } from '../search/search.ts'
import { startRun } from './control.ts'
import { defineRun, defineStep } from './define-run.ts'
import { waitForRun } from './read-runs.ts'

let stack: Awaited<ReturnType<typeof runStack>>
afterEach(() => stack.dispose())

const retry = { attempts: 1, baseMs: 1, capMs: 1 }
const looking = defineRun({
  kind: 'looks',
  input: z.object({}),
  result: z.number(),
  steps: [
    defineStep<object, 'search'>({
      ...{ name: 'look', needs: ['search'], retry, timeoutMs: 30_000, onFail: 'end' },
      handle: async ({ ports: { search } }) => (await search.search('documents', { text: 'mill', top: 5 })).hits.length,
    }),
  ],
  ...{ deadlineMs: 60_000, keepMs: 60_000 },
})

test('a step searches within the limits that its starter had, whoever works on it', async () => {
  const spec = defaultIndexSpec('documents', 4)
  const asked: SearchRequest[] = []
  const search = {
    getIndex: async () => spec,
    search: async (_index: string, request: SearchRequest) => {
      asked.push(request)
      return { hits: [], total: 0, facets: {} }
    },
  }
  stack = await runStack([looking], undefined, { search } as never)
  const config = parseConfig({
    llms: { defaults: { params: {} }, models: { default: { model: 'm' } } },
    indexes: { default: 'default', aliases: { default: 'documents' } },
    retrieval: { top_k: 5, mode: 'auto', weights: { text: 1, vector: 1 } },
  })
  const limits = limitsOf({ claims: { confidentiality: ['internal'] }, keyName: undefined }, config)
  expect(limits.conditions).toHaveLength(1)
  for (const by of [{ ...starter, limits }, starter]) {
    const { id } = await startRun(stack.ports, looking, {}, { starter: by, requestId: 'r' })
    expect(await waitForRun(stack.ports, { kind: 'looks', id, subject: by.subject }, 30_000)).toMatchObject({ status: 'completed' })
  }
  expect(asked.map(({ corpus }) => corpus)).toEqual([limitFilter(limits, spec), undefined])
  expect(asked[0]?.filter).toEqual(limitFilter(limits, spec))
})
