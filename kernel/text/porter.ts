/**
 * The Porter stemmer (M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980), the algorithm of FTS5's
 * `porter` tokenizer, so that highlights and hashed words meet the same stems as the text index.
 */
const CONSONANT = '[^aeiou]'
const VOWEL = '[aeiouy]'
const C = `${CONSONANT}[^aeiouy]*`
const V = `${VOWEL}[aeiou]*`
const MEASURE_ABOVE_0 = new RegExp(`^(?:${C})?${V}${C}`)
const MEASURE_IS_1 = new RegExp(`^(?:${C})?${V}${C}(?:${V})?$`)
const MEASURE_ABOVE_1 = new RegExp(`^(?:${C})?${V}${C}${V}${C}`)
const HAS_VOWEL = new RegExp(`^(?:${C})?${VOWEL}`)
const ENDS_CVC = new RegExp(`^${C}${VOWEL}[^aeiouwxy]$`)
const DOUBLE = /([^aeiouylsz])\1$/

const STEP_2: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['logi', 'log'],
]
const STEP_3: readonly (readonly [string, string])[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
]
const STEP_4 = [
  'al',
  'ance',
  'ence',
  'er',
  'ic',
  'able',
  'ible',
  'ant',
  'ement',
  'ment',
  'ent',
  'ion',
  'ou',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
]

const byLength = <T>(list: readonly T[], length: (item: T) => number) => [...list].sort((a, b) => length(b) - length(a))
const LONGEST_2 = byLength(STEP_2, ([suffix]) => suffix.length)
const LONGEST_3 = byLength(STEP_3, ([suffix]) => suffix.length)
const LONGEST_4 = byLength(STEP_4, (suffix) => suffix.length)

function plural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function pastOrGerund(word: string): string {
  if (word.endsWith('eed')) return MEASURE_ABOVE_0.test(word.slice(0, -3)) ? word.slice(0, -1) : word
  const cut = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0
  const stem = word.slice(0, word.length - cut)
  if (!cut || !HAS_VOWEL.test(stem)) return word
  if (/(?:at|bl|iz)$/.test(stem) || ENDS_CVC.test(stem)) return `${stem}e`
  return DOUBLE.test(stem) ? stem.slice(0, -1) : stem
}

function replaced(word: string, table: readonly (readonly [string, string])[]): string {
  const rule = table.find(([suffix]) => word.endsWith(suffix))
  if (!rule) return word
  const stem = word.slice(0, -rule[0].length)
  return MEASURE_ABOVE_0.test(stem) ? stem + rule[1] : word
}

function stripped(word: string): string {
  const suffix = LONGEST_4.find((s) => word.endsWith(s))
  if (!suffix) return word
  const stem = word.slice(0, -suffix.length)
  return MEASURE_ABOVE_1.test(stem) && (suffix !== 'ion' || /[st]$/.test(stem)) ? stem : word
}

function tidied(word: string): string {
  let stem = word
  if (stem.endsWith('e')) {
    const shorter = stem.slice(0, -1)
    if (MEASURE_ABOVE_1.test(shorter) || (MEASURE_IS_1.test(shorter) && !ENDS_CVC.test(shorter))) stem = shorter
  }
  return stem.endsWith('ll') && MEASURE_ABOVE_1.test(stem) ? stem.slice(0, -1) : stem
}

/** The stem of a lower-case word; words of other letters, and very long ones, stay as they are. */
export function porterStem(word: string): string {
  if (word.length < 3 || word.length > 64 || !/^[a-z0-9]+$/.test(word)) return word
  // A leading y is a consonant: written in upper case it falls into the consonants' class.
  let stem = word[0] === 'y' ? `Y${word.slice(1)}` : word
  stem = pastOrGerund(plural(stem))
  if (stem.endsWith('y') && HAS_VOWEL.test(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`
  return tidied(stripped(replaced(replaced(stem, LONGEST_2), LONGEST_3))).toLowerCase()
}
