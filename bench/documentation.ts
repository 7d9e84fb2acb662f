// Counts in how many questions one of the first passages of the documentation holds the answer: npm run bench bench/documentation.ts
// Options: -- --missed prints the questions without one and what was found; --internal searches all manuals; --list FILE.json reads other questions.
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { services } from '../services/catalog.ts'
import { embeddedStack } from '../tests/support/embedded-stack.ts'

interface Asked {
  readonly question: string
  /** A regular expression that a passage with the answer matches. Absent: the documentation holds no answer. */
  readonly says?: string
}

const PASSAGES = 3
const KEYS = { SUBSCRIPTION_KEYS: 'outside:k-outside,inside:k-inside:internal' }

const { values } = parseArgs({
  options: { missed: { type: 'boolean', default: false }, internal: { type: 'boolean', default: false }, list: { type: 'string' } },
})
const file = values.list ?? new URL('documentation/questions.json', import.meta.url)
const sets = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Asked[]>
const { app, dispose } = await embeddedStack(services, KEYS)
const headers = { 'ocp-apim-subscription-key': values.internal ? 'k-inside' : 'k-outside' }

async function passagesFor(query: string): Promise<{ title: string; source: string; text: string }[]> {
  const payload = { query, top_k: PASSAGES }
  return (await app.inject({ method: 'POST', url: '/ai/admin/tools/docs-search', headers, payload })).json().data.sections
}

try {
  for (const [set, questions] of Object.entries(sets)) {
    const [answerable, others] = [questions.filter(({ says }) => says !== undefined), questions.filter(({ says }) => says === undefined)]
    const found = { first: 0, any: 0 }
    const times: number[] = []
    for (const { question, says = '' } of answerable) {
      const began = performance.now()
      const passages = await passagesFor(question)
      times.push(performance.now() - began)
      const place = passages.findIndex(({ title, text }) => new RegExp(says, 's').test(`${title}\n${text}`))
      if (place === 0) found.first++
      if (place >= 0) found.any++
      else if (values.missed)
        console.log(`missed: ${question} /${says}/\n${passages.map(({ source, title }) => `  ${source}: ${title}\n`).join('')}`)
    }
    let silent = 0
    for (const { question } of others) if ((await passagesFor(question)).length === 0) silent++
    const [slowest = 0, median = 0] = [Math.max(...times), times.toSorted((a, b) => a - b)[times.length >> 1]]
    const share = (n: number) => `${n} of ${answerable.length} (${((100 * n) / answerable.length).toFixed(0)} %)`
    console.log(
      `${set}: answer in the first ${PASSAGES} passages ${share(found.any)}, in the first one ${share(found.first)}; ` +
        `nothing found for ${silent} of ${others.length} without an answer; median ${median.toFixed(1)} ms, slowest ${slowest.toFixed(0)} ms`,
    )
  }
} finally {
  await dispose()
}
