import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toyRun } from '../../../../tests/runs/toy-run.ts'
import { type EmbeddedStack, embeddedStack } from '../../../../tests/support/embedded-stack.ts'
import { reports } from '../../service.ts'
import { type AskedSample, askSample } from './ask-samples.fixture.ts'
import { type SampleName, sampleReports } from './sample-reports.fixture.ts'

const SUBJECT = 'key:ada'
const questions = JSON.parse(readFileSync(new URL('../../../../bench/review/questions.json', import.meta.url), 'utf8')) as AskedSample[]
let stack: EmbeddedStack
let ids: Record<SampleName, string>
beforeAll(async () => {
  stack = await embeddedStack([{ ...reports, runs: [toyRun({ call: async () => '' })] }], { SUBSCRIPTION_KEYS: 'ada:key-ada' })
  ids = await sampleReports(stack.ports, SUBJECT)
})
afterAll(() => stack.dispose())

test.each(
  questions.map((asked) => [`${asked.after?.length ? `${asked.after.join(' ')} ` : ''}${asked.q} (${asked.on})`, asked] as const),
)('%s', async (_, asked) => {
  const { answer, fault } = await askSample(stack.ports, SUBJECT, ids, asked)
  expect(fault, answer).toBeUndefined()
})
