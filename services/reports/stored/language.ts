/** Languages that reports are spoken of in. */
export const languages = ['en', 'de', 'es'] as const
export type Language = (typeof languages)[number]

const tags: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE', es: 'es-US' }
const formats = Object.fromEntries(
  languages.map((language) => [
    language,
    {
      money: new Intl.NumberFormat(tags[language], { style: 'currency', currency: 'USD', signDisplay: 'negative' }),
      count: new Intl.NumberFormat(tags[language], { maximumFractionDigits: 4 }),
    },
  ]),
) as Readonly<Record<Language, Record<'money' | 'count', Intl.NumberFormat>>>

/** An amount in dollars as a language writes it: `-$52,000.00`, `-52.000,00 $`. The one form for findings, answers and comments. */
export const moneyIn = (language: Language, amount: number): string => formats[language].money.format(amount)
export const countIn = (language: Language, n: number): string => formats[language].count.format(n)
/** A part of 1 as percent, with one place at most, or as many as tell it from the bounds that it is beside: `62.5 %`, `62,5 %`. */
export function percentIn(language: Language, part: number, ...bounds: readonly number[]): string {
  const places = [1, 2, 3].find((n) => bounds.every((bound) => percentOf(bound, n) !== percentOf(part, n))) ?? 4
  return `${countIn(language, percentOf(part, places))} %`
}
const percentOf = (part: number, places: number): number =>
  Math.round(Number((part * 10 ** (places + 2)).toPrecision(12))) / 10 ** places || 0

/** The language of a tag or a header: `de` of `de-AT,en;q=0.8`; undefined where it is none of these. */
export const languageIn = (tag: string | undefined): Language | undefined => {
  for (const part of (tag ?? '').slice(0, 200).split(',')) {
    const code = part.trim().slice(0, 2).toLowerCase()
    const known = languages.find((language) => language === code)
    if (known) return known
  }
  return undefined
}
