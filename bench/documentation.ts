// What the documentation answers without a model: npm run bench bench/documentation.ts [-- --answers tuning|heldOut] [--list FILE.json]
// All of them have been looked at since: a new half that is held out has to be written before the guide or the search is changed for it.
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { services } from '../services/catalog.ts'
import { embeddedStack } from '../tests/support/embedded-stack.ts'

interface Asked {
  readonly question: string
  /** A regular expression of what a right answer says; absent: it is right to say nothing. */
  readonly says?: string
}

const { values } = parseArgs({ options: { answers: { type: 'string', default: '' }, list: { type: 'string' } } })
const sets = JSON.parse(readFileSync(values.list ?? new URL('documentation/questions.json', import.meta.url), 'utf8')) as Record<
  string,
  Asked[]
>
const { app, dispose } = await embeddedStack(services)
try {
  for (const [set, questions] of Object.entries(sets)) {
    let [right, wrong, slowest] = [0, 0, 0]
    for (const { question, says } of questions) {
      const began = performance.now()
      const { answer, citations } = (await app.inject({ method: 'POST', url: '/docs/chat', payload: { question } })).json()
      slowest = Math.max(slowest, performance.now() - began)
      const fits = says === undefined ? citations.length === 0 : new RegExp(says, 's').test(answer)
      if (fits) right++
      else if (citations.length > 0) wrong++
      if (values.answers === set) console.log(`${fits ? 'right' : 'WRONG'}: ${question}\n${answer}\n`)
    }
    const nothing = questions.length - right - wrong
    console.log(
      `${set}: ${right} of ${questions.length} right, ${wrong} wrong, ${nothing} without an answer; slowest ${slowest.toFixed(0)} ms`,
    )
  }
} finally {
  await dispose()
}
