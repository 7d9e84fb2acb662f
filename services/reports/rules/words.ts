import { Decimal } from 'decimal.js'
import { type FieldName, fieldLabels } from '../stored/layout.ts'

/** A field within a sentence: `federal share`. */
export const spoken = (field: FieldName): string => (field === 'id' ? 'employee ID' : fieldLabels[field].toLowerCase())

/** An amount as people read it: `-$52,000.00`. */
export function dollars(value: Decimal.Value): string {
  const [whole = '', cents = ''] = new Decimal(value).abs().toFixed(2).split('.')
  const text = `$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
  return new Decimal(value).isNegative() && !/^\$[0.]+$/.test(text) ? `-${text}` : text
}

/** A part as percent: `62.5 %`. */
export const percent = (part: Decimal.Value): string => `${new Decimal(part).times(100).toDecimalPlaces(1).toString()} %`
