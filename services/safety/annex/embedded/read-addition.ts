import { quoted } from './read-instruction.ts'

export const NUMBER = String.raw`(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d+(?:st|nd|rd|th)?)`
export const STEP = '(?:steps?|items?|bullets?(?: points?)?|actions?|points?|list items?)'
const SIDE = '(?:before|after|behind|above|below|under)'
const END = '(?:beginning|start|top|front|end|bottom)'
const SMALL = '(?:(?:a|an|the|another|one more|this|following|new|very|extra|additional) )*'
/** An item by its number or its words. */
export const item = (name: string): string => `(?:(?:the )?(?:${STEP} )?(?:${quoted(name)}|#?(?<${name}>${NUMBER}))(?: ${STEP})?)`

/** Parts of a wish to add something, each once and in any order. */
const PARTS = [
  `${SMALL}(?:(?<place>${NUMBER}) )?(?<thing>${STEP}|paragraphs?|sentences?|lines?|text)`,
  `(?:(?:that (?:says|reads)|which (?:says|reads)|saying|reading):? ?)?${quoted('a')}`,
  `(?:right |directly |immediately |just )?(?<side>${SIDE}) ${item('item')}`,
  `between ${item('left')} and ${item('right')}`,
  `as ${SMALL}(?:(?<as>${NUMBER}) ${STEP}|${STEP} (?:number |no\\.? ?|#)?(?<asNumber>\\d+)|${STEP})`,
  `(?<end>(?:at|to) the (?:very )?${END})`,
  `(?:in|into|to|of|under|within|from|for|on) ${SMALL}(?:(?:section|part|list) )?(?:(?:named|called|titled|of|in|under) )?(?:${quoted('in')}|(?<in_w>[^\u{e000}\u{e001},:]{1,80}?))(?: (?:section|part|list))?`,
].map((pattern, i, all) => new RegExp(`^[,:]? ?${pattern}(?=$${i === all.length - 1 ? '' : '|[ ,:]'})`, 'iu'))
/** The last part, whose words have no end of their own. */
const PLACE = PARTS.length - 1
const MOST_WORDS = 8

type Groups = Record<string, string | undefined>

/** What is to be added, and where, by the names of the groups above; undefined where some word is no part of such a wish. */
export function readAddition(words: string): Groups | undefined {
  const rest = /^(?:add|insert|append|put|include)(?= )(.*)$/i.exec(words)?.[1]
  return rest === undefined ? undefined : readParts(rest, new Set())
}

function readParts(rest: string, read: ReadonlySet<number>): Groups | undefined {
  if (rest === '') return {}
  for (const [i, part] of PARTS.entries()) {
    if (read.has(i)) continue
    for (const piece of i === PLACE ? beginnings(rest) : [rest]) {
      const match = part.exec(piece)
      if (!match) continue
      const more = readParts(rest.slice(match[0].length), new Set([...read, i]))
      if (more) return { ...match.groups, ...more }
    }
  }
  return undefined
}

/** The text up to its second, third … word: what names a place may be longer than a word. */
function beginnings(rest: string): string[] {
  const ends = [...rest.matchAll(/(?<=[^ ,:])(?=$|[ ,:])/g)].map(({ index }) => index)
  return ends.slice(0, MOST_WORDS + 4).map((end) => rest.slice(0, end))
}
