import { benefitsRatio } from './benefits-ratio.ts'
import { duplicateEmployee } from './duplicate-employee.ts'
import { federalShareOver100 } from './federal-share-over-100.ts'
import { malformedValue } from './malformed-value.ts'
import { missingValue } from './missing-value.ts'
import { negativeAmount } from './negative-amount.ts'
import { outlier } from './outlier.ts'
import { positionWithoutPool } from './position-without-pool.ts'
import { quarterChange } from './quarter-change.ts'
import type { Rule } from './rule.ts'
import { totalMismatch } from './total-mismatch.ts'

/** Every rule. */
export const rules: readonly Rule[] = [
  missingValue,
  malformedValue,
  negativeAmount,
  duplicateEmployee,
  totalMismatch,
  federalShareOver100,
  benefitsRatio,
  positionWithoutPool,
  quarterChange,
  outlier,
]
