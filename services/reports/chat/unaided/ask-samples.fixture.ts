import type { Ports } from '../../../../kernel/ports.ts'
import { ruleNames } from '../../stored/finding.ts'
import { languages } from '../../stored/language.ts'
import { findReport } from '../../stored/read-reports.ts'
import { ruleWords } from '../../tell/tell-findings.ts'
import { answerUnaided } from '../answer-unaided.ts'
import { knownFigures } from '../known-figures.ts'
import type { ReviewTool } from '../tools.ts'
import type { SampleName } from './sample-reports.fixture.ts'

/** A question over one of the sample reports, and what its answer has to say. */
export interface AskedSample {
  readonly on: SampleName
  readonly q: string
  /** Questions before it. */
  readonly after?: readonly string[]
  readonly says: readonly string[]
  readonly not?: readonly string[]
}

export interface Judged {
  readonly asked: AskedSample
  readonly answer: string
  /** Why it is not right; undefined where it is. */
  readonly fault: string | undefined
}

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

/** Asks without a model, and holds the answer against what it has to say, and its figures against what the tools gave. */
export async function askSample(
  ports: Ports,
  subject: string,
  ids: Readonly<Record<SampleName, string>>,
  asked: AskedSample,
): Promise<Judged> {
  const report = (await findReport(ports, subject, ids[asked.on]))!
  const before: { role: string; content: string }[] = []
  let answer = ''
  let fault: string | undefined
  for (const question of [...(asked.after ?? []), asked.q]) {
    const known = knownFigures()
    known.addText(question)
    for (const { content } of before) known.addText(content)
    for (const rule of ruleNames) known.addResult(languages.map((language) => ruleWords(rule, language)))
    known.addResult([report.layout, report.period, report.file_name])
    answer = ''
    const events = { toolStart() {}, toolResult() {}, delta: (content: string) => void (answer += content) }
    await answerUnaided(ports, report, { question, before, language: undefined }, events, (_: ReviewTool, result) =>
      known.addResult(result),
    )
    const unknown = known.unknownIn(answer)?.text
    if (unknown !== undefined) fault = `no tool gave a figure of: ${unknown}`
    before.push({ role: 'user', content: question }, { role: 'assistant', content: answer })
  }
  const said = plain(answer)
  const missing = asked.says.find((text) => !said.includes(text))
  const wrong = asked.not?.find((text) => said.includes(text))
  if (missing !== undefined) fault ??= `it does not say ${JSON.stringify(missing)}`
  if (wrong !== undefined) fault ??= `it says ${JSON.stringify(wrong)}`
  return { asked, answer: said, fault }
}
