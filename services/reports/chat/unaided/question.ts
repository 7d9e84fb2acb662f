import type { RuleName, Severity } from '../../stored/finding.ts'
import type { Measure } from '../query-rows.ts'
import type { fieldWords, Kind } from './question-words.ts'

/** What a question asks for. */
export type Act =
  | 'hello'
  | 'thanks'
  | 'help'
  | 'explain'
  | 'fix-first'
  | 'meaning'
  | 'row'
  | 'flags'
  | 'changes'
  | 'missing'
  | 'findings'
  | 'count-findings'
  | 'quarters'
  | 'compare'
  | 'average'
  | 'ranked'
  | 'extreme'
  | 'beyond'
  | 'count'
  | 'names'
  | 'totals'
  | 'summary'
  | 'submit'
  | 'who'

/** A question as it was read, without a model. */
export interface Question {
  readonly text: string
  /** undefined: it names something at most. */
  readonly act: Act | undefined
  /** A finding's number. */
  readonly finding?: string
  readonly row?: number
  readonly rule?: RuleName
  readonly severity?: Severity
  readonly measure?: Measure
  readonly order?: 'highest' | 'lowest'
  /** What to do is asked too. */
  readonly toFix?: boolean
  /** The highest and the lowest. */
  readonly isRange?: boolean
  readonly statistic?: 'average' | 'median'
  readonly kind?: Kind
  readonly by?: 'position' | 'pool' | 'sheet'
  readonly missing?: keyof typeof fieldWords | 'pool'
  readonly above?: number
  readonly below?: number
  readonly limit?: number
  readonly year?: number
  /** `2026-Q1` */
  readonly period?: string
  readonly positions: readonly string[]
  readonly pools: readonly string[]
  /** Words that are known for nothing: a name, or something that the report does not know. */
  readonly strange: readonly string[]
  /** What names the employees that are meant, where the question itself does not. */
  readonly mentions?: string
}

/** Names that a report knows. */
export interface Known {
  readonly period: string
  readonly positions: readonly string[]
  readonly pools: readonly string[]
}
