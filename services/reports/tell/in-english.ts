import { countIn, moneyIn, percentIn } from '../stored/language.ts'
import { type FieldName, fieldLabels } from '../stored/layout.ts'
import type { FaultCode } from '../stored/says.ts'
import type { Telling } from './telling.ts'

const dollars = (amount: number) => moneyIn('en', amount)
const percent = (part: number, ...bounds: readonly number[]) => percentIn('en', part, ...bounds)
/** A field within a sentence: `federal share`. */
const spoken = (field: FieldName): string => (field === 'id' ? 'employee ID' : fieldLabels[field].toLowerCase())

const isOf = (field: FieldName): string => (field === 'benefits' ? 'are' : 'is')

const why: Readonly<Record<FaultCode, string>> = {
  text_for_amount: 'is a text and no amount',
  no_amount: 'is no amount',
  percentage_for_amount: 'is a percentage and no amount',
  date_for_amount: 'is shown as a date and no amount',
  formula_error: 'is an error of a formula',
  too_large: 'is larger than any amount of a person can be',
  no_share: 'is no share',
  negative_share: 'is a negative share',
  no_quarter: 'is no quarter',
  date_for_quarter: 'is a date and no quarter',
}
const forms: Readonly<Partial<Record<FieldName, string>>> = {
  salary: 'Enter the amount as a number, such as 52000.00.',
  benefits: 'Enter the amount as a number, such as 15600.00.',
  share: 'Enter the share as a percentage such as 50%, or as a part such as 0.5.',
  period: 'Enter the quarter as year and number, such as 2026-Q1.',
}

export const inEnglish: Telling = {
  rules: {
    missing_value: {
      title: 'Missing value',
      explanation:
        'Every employee needs an ID, a name, a position, a salary, benefits, a federal share and a period. A row with a missing value cannot be counted.',
    },
    malformed_value: {
      title: 'Malformed value',
      explanation:
        'Amounts must be numbers, shares must be percentages or fractions, and periods must be quarters such as 2026-Q1. Other values cannot be counted.',
    },
    negative_amount: {
      title: 'Negative amount',
      explanation: 'Salaries and benefits are amounts that were paid, so they cannot be negative.',
    },
    duplicate_employee: {
      title: 'Duplicate employee',
      explanation: 'An employee appears only once per quarter across all sheets. Costs that are listed twice are claimed twice.',
    },
    total_mismatch: {
      title: 'Total mismatch',
      explanation:
        'A row that begins with Total must equal the sum of its rows: all rows above it, those since the previous total, or those of the pool that it names.',
    },
    federal_share_over_100: {
      title: 'Federal share over 100 %',
      explanation: 'The federal share is a part of the amount that was paid, so it cannot exceed 100%.',
    },
    benefits_ratio: {
      title: 'Benefits out of proportion',
      explanation:
        'Benefits are usually between 5% and 60% of the salary. Other ratios often mean an amount in the wrong column or of another period.',
    },
    position_without_pool: {
      title: 'Position without cost pool',
      explanation: 'The cost pool determines how time studies apply to a position. Without one, its costs are not claimed.',
    },
    quarter_change: {
      title: 'Change from the previous quarter',
      explanation:
        'Salaries and benefits of an employee seldom change by more than 25% from one quarter to the next. Typing errors often do.',
    },
    outlier: {
      title: 'Outlier',
      explanation:
        'The robust z-score compares an amount with others of the same position: its distance from the median, in median deviations. At least eight amounts are required.',
    },
  },
  of: {
    missing: ({ field, who }) => ({
      message: `The ${spoken(field)} ${isOf(field)} missing.`,
      suggestion: `Enter the ${spoken(field)} of ${who ?? 'this employee'}${field === 'benefits' ? '; 0 where there are none' : ''}.`,
    }),
    no_column: ({ field }) => ({
      message: `The sheet has no column for the ${spoken(field)}.`,
      suggestion: `Add a column named "${fieldLabels[field]}", or say in the layout which column it is.`,
    }),
    malformed: ({ field, shown, why: code }) => ({
      message: `The ${spoken(field)} ${JSON.stringify(shown)} ${why[code]}.`,
      suggestion: forms[field] ?? `Enter the ${spoken(field)}.`,
    }),
    negative: ({ field, value }) => ({
      message: `The ${spoken(field)} ${isOf(field)} negative: ${dollars(value)}.`,
      suggestion: 'Enter the amount that was paid; correct an earlier quarter in the report of that quarter.',
    }),
    duplicate: ({ id, row, sheet, period }) => ({
      message: `The employee ${JSON.stringify(id)} stands in row ${row}${sheet === null ? '' : ` of the sheet ${JSON.stringify(sheet)}`} already, for ${period}.`,
      suggestion: 'Take one of the rows out, or correct its employee ID. Put the amounts of one employee into one row.',
    }),
    total: ({ field, value, sum }) => ({
      message: `The total of the ${spoken(field)} is ${dollars(value)}, but its rows add up to ${dollars(sum)}: ${dollars(Math.abs(sum - value))} ${sum > value ? 'too little' : 'too much'}.`,
      suggestion: `Correct the row that is wrong, or set the total to ${dollars(sum)}. A formula such as SUM keeps it right.`,
    }),
    share: ({ share, most }) => ({
      message: `The federal share is ${percent(share, most)}, more than ${percent(most)}.`,
      suggestion:
        share >= 2 && share <= 100
          ? `Enter ${share}% or ${share / 100} where ${share} percent are meant.`
          : 'Enter a share between 0% and 100%.',
    }),
    ratio: ({ ratio, min, max }) => ({
      message: `${ratio === null ? 'There are benefits beside a salary of nothing' : `The benefits are ${percent(ratio, min, max)} of the salary`}; between ${percent(min)} and ${percent(max)} are usual.`,
      suggestion: 'Check that salary and benefits are of the same quarter and in their columns.',
    }),
    no_pool: ({ position, usual }) => ({
      message: `The position ${JSON.stringify(position)} has no cost pool.`,
      suggestion: usual
        ? `Others of this position stand in ${JSON.stringify(usual)}: enter that, or the right pool.`
        : 'Enter the cost pool of the position.',
    }),
    change: ({ field, before, now, change }) => ({
      message: `The ${spoken(field)} ${change === null ? 'began' : `${change > 0 ? 'rose' : 'fell'} by ${percent(Math.abs(change))}`} against the quarter before: ${dollars(before)} then, ${dollars(now)} now.`,
      suggestion: 'Check the amount; where it is right, keep a note of the reason, such as new hours or a new position.',
    }),
    outlier: ({ field, value, position, of, median, score }) => ({
      message: `The ${spoken(field)} of ${dollars(value)} ${isOf(field)} unusual for ${JSON.stringify(position)}: the middle of ${countIn('en', of)} is ${dollars(median)} (robust z-score ${score.toFixed(1)}).`,
      suggestion: 'Check the amount; where it is right, nothing has to be done.',
    }),
  },
}
