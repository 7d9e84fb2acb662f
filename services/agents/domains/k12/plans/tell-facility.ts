import type { UnaidedTurn } from '../../../../../kernel/agents/define-agent.ts'
import { documentsToo, isSure } from '../../../../../kernel/agents/read-documents.ts'
import { NOTHING_FOUND } from '../../../../../kernel/llm/extractive/saying.ts'
import { tellingStems } from '../../../../../kernel/text/terms.ts'
import { annexText, type Plan, planBy, plansBy } from './plan-tools.ts'

/** Annexes of a plan that are read for one question. */
const READ = 8

/** What the plan of a school or building says to the question, word for word; where it says nothing, what it holds, and the documents. */
export async function tellFacility(turn: UnaidedTurn): Promise<string> {
  const { question, read } = turn
  const plans = await plansBy(turn)
  const asked = question.toLowerCase()
  const named = plans.filter(({ id, name }) => asked.includes(id.toLowerCase()) || asked.includes(name.toLowerCase()))
  const chosen = named[0] ?? (plans.length === 1 ? plans[0] : undefined)
  if (!chosen) return `Without a model (embedded): ${plans.length === 0 ? NO_PLAN : whichOf(plans)}${await documentsToo(turn)}`
  const plan = await planBy(turn, chosen.id)
  const annexes = inOrder(plan, question).slice(0, READ)
  const passages = []
  for (const { id, name } of annexes)
    passages.push({ id, title: `${plan.name}: ${name}`, text: await annexText(turn, plan.id, id), document: plan.id })
  const said = passages.length === 0 ? NOTHING_FOUND : await read(passages, withoutName(question, chosen))
  const head = `Without a model (embedded), from the plan ${plan.name} (${plan.id}):`
  if (!isSure(said)) return `${head} ${holds(plan)}${await documentsToo(turn)}`
  const cited = annexes.flatMap(({ name }, i) => (said.includes(`[${i + 1}]`) ? [`[${i + 1}] ${name}`] : []))
  return [head, '', said, '', ...cited].join('\n')
}

const NO_PLAN = 'there is no plan yet; `PUT /k12/plans/{id}` stores one.'
const whichOf = (plans: readonly { readonly id: string; readonly name: string }[]): string =>
  `name the plan that is meant: ${plans.map(({ id, name }) => `${name} (${id})`).join(', ')}.`

const holds = ({ annexes, roles }: Plan): string =>
  `it says nothing about this in the annexes that were read. It has the annexes ${annexes.map(({ name }) => name).join(', ') || '(none)'} and the roles ${roles.map(({ name }) => name).join(', ') || '(none)'}.`

/** Annexes that the question names come first. */
function inOrder({ annexes }: Plan, question: string) {
  const stems = new Set(tellingStems(question))
  const shared = (name: string) => tellingStems(name).filter((stem) => stems.has(stem)).length
  return annexes.toSorted((a, b) => shared(b.name) - shared(a.name))
}

/** "Where is the gate of Hill School?": which plan is meant is known by now. */
function withoutName(question: string, { id, name }: { readonly id: string; readonly name: string }): string {
  const escaped = [name, id].map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return question.replace(new RegExp(`(?:\\b(?:of|at|in|for) (?:the )?)?(?:${escaped.join('|')})`, 'gi'), '').trim()
}
