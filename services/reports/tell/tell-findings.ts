import type { Finding, RuleName, StoredFinding } from '../stored/finding.ts'
import type { Language } from '../stored/language.ts'
import type { Report } from '../stored/report.ts'
import { type ReadFrom, storedFindings } from '../stored/report-blobs.ts'
import type { Says } from '../stored/says.ts'
import { inEnglish } from './in-english.ts'
import { inGerman } from './in-german.ts'
import { inSpanish } from './in-spanish.ts'
import type { Told } from './telling.ts'

const tellings = { en: inEnglish, de: inGerman, es: inSpanish }

/** What a rule is called, and what it checks and why. */
export const ruleWords = (rule: RuleName, language: Language): { readonly title: string; readonly explanation: string } =>
  tellings[language].rules[rule]

/** A finding in words; one that was kept with its words has those. */
export function tellFinding({ says, message, suggestion, ...finding }: StoredFinding, language: Language): Finding {
  const told = says
    ? (tellings[language].of[says.key] as (says: Says) => Told)(says)
    : { message: message ?? '', suggestion: suggestion ?? '' }
  return { ...finding, ...ruleWords(finding.rule, language), ...told }
}

/**
 * The findings of a report that is ready, the gravest first, then by sheet, row and column; none before. At most 1,000 a rule are kept:
 * `report.summary.by_rule` counts all.
 */
export async function findingsOf(ports: ReadFrom, report: Pick<Report, 'id' | 'summary'>, language: Language = 'en'): Promise<Finding[]> {
  return (await storedFindings(ports, report)).map((finding) => tellFinding(finding, language))
}
