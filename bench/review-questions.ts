// npm run bench -- bench/review-questions.ts [-- --all]: questions over the sample reports without a model: those that were tuned on beside those that never were.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type AskedSample, askSample, type Judged } from '../services/reports/chat/unaided/ask-samples.fixture.ts'
import { sampleReports } from '../services/reports/chat/unaided/sample-reports.fixture.ts'
import { reports } from '../services/reports/service.ts'
import { toyRun } from '../tests/runs/toy-run.ts'
import { embeddedStack } from '../tests/support/embedded-stack.ts'

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false }, tuned: { type: 'boolean', default: false } } })
const SUBJECT = 'key:ada'
const stack = await embeddedStack([{ ...reports, runs: [toyRun({ call: async () => '' })] }], { SUBSCRIPTION_KEYS: 'ada:key-ada' })
try {
  const ids = await sampleReports(stack.ports, SUBJECT)
  for (const list of ['questions', 'held-out'].slice(0, values.tuned ? 1 : 2)) {
    const asked = JSON.parse(readFileSync(new URL(`review/${list}.json`, import.meta.url), 'utf8')) as AskedSample[]
    const judged: Judged[] = []
    for (const one of asked) judged.push(await askSample(stack.ports, SUBJECT, ids, one))
    const right = judged.filter(({ fault }) => fault === undefined).length
    const figures = judged.filter(({ fault }) => fault?.startsWith('no tool')).length
    console.log(`${list}: ${right} of ${judged.length} right; figures that no tool gave: ${figures}`)
    for (const { asked: one, answer, fault } of judged)
      if (fault !== undefined || values.all)
        console.log(`- ${one.on}: ${one.q}\n  ${fault ?? 'right'}\n  ${answer.replaceAll('\n', '\n  ')}`)
  }
} finally {
  await stack.dispose()
}
