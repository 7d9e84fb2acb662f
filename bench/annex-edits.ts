// npm run bench -- bench/annex-edits.ts: edits of annexes whose places are marked. Without a model: how many stay inside of the marks and do
// what was asked. With LLM_BASE_URL (and LLM_API_KEY, LLM_MODEL) the model's replies go the same way as in a job.
import OpenAI from 'openai'
import { type EditCase, outsideOf, readCases } from '../services/safety/annex/embedded/cases/read-cases.ts'
import { editEmbedded } from '../services/safety/annex/embedded/edit-embedded.ts'
import { exclusionsOf } from '../services/safety/annex/exclusions.ts'
import { judgeReply } from '../services/safety/annex/judge-reply.ts'
import { ownProfile } from '../services/safety/annex/profiles.ts'
import { applySplices, type ChangeDraft } from '../services/safety/html/changes.ts'
import { parseHtml } from '../services/safety/html/parse-html.ts'
import { placing } from '../services/safety/html/places.ts'

interface Outcome {
  readonly inside: boolean
  readonly done: boolean
  readonly why: string
}

function outcomeOf(one: EditCase, changes: readonly ChangeDraft[]): Outcome {
  const html = applySplices(
    one.html,
    changes.flatMap(({ splices }) => splices),
  )
  const outside = outsideOf(one, changes)
  const done =
    html !== one.html && (one.has === undefined || html.includes(one.has)) && (one.hasNot === undefined || !html.includes(one.hasNot))
  return {
    inside: !outside,
    done,
    why: outside ? `changed ${JSON.stringify(one.html.slice(outside.start, outside.end)).slice(0, 80)}` : done ? '' : 'not done',
  }
}

async function byModel(client: OpenAI, model: string, one: EditCase): Promise<Outcome> {
  const { system } = ownProfile('functional')
  const excluded = exclusionsOf(one.wish, parseHtml(one.html).root, placing())
  const question = `<field>\n${one.html}\n</field>\n\nInstruction: ${one.wish}`
  const reply = await client.chat.completions.create({
    model,
    temperature: 0,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: question },
    ],
  })
  const verdict = judgeReply(one.html, reply.choices[0]?.message.content ?? '', excluded)
  return verdict.refused === undefined ? outcomeOf(one, verdict.merged.changes) : { inside: true, done: false, why: verdict.refused }
}

function report(name: string, cases: readonly EditCase[], outcomes: readonly Outcome[]): void {
  const share = (of: (outcome: Outcome) => boolean) => `${outcomes.filter(of).length} of ${outcomes.length}`
  console.log(
    `${name}: inside the marks, bytes outside equal: ${share(({ inside }) => inside)}; done as asked: ${share(({ done }) => done)}`,
  )
  for (const [i, { why }] of outcomes.entries()) if (why) console.log(`  ${cases[i]!.wish} (${cases[i]!.field}): ${why}`)
}

const cases = readCases()
const without = cases.filter(({ model }) => !model)
report(
  'embedded editor',
  without,
  without.map((one) => outcomeOf(one, editEmbedded(one.html, { instruction: one.wish, roles: [], suggestsRoles: false }))),
)
const { LLM_BASE_URL: baseURL, LLM_API_KEY: apiKey = 'none', LLM_MODEL: model = 'default' } = process.env
if (baseURL) {
  const client = new OpenAI({ baseURL, apiKey })
  const outcomes: Outcome[] = []
  for (const one of cases) outcomes.push(await byModel(client, model, one))
  report(model, cases, outcomes)
} else console.log('no model: LLM_BASE_URL is not set')
