import { stemOf, wordsOf } from './words.ts'

/** Function words of larger languages, and words that ask: they say nothing about what a question is about. */
const STOP = new Set(
  `a an the this that these those and or but nor so yet if then than as at by for from in into of off on onto out over to up with within without about above across after
  against along among around before behind below beneath beside between beyond during except inside near since through throughout till toward towards under until upon via
  i me my we us our you your he him his she her hers it its they them their theirs who whom whose which what when where why how
  am is are was were be been being do does did doing done have has had having can could may might must shall should will would
  not no any some each every all both few more most other such only own same too very just also there here s
  el la los las un una unos unas de del al y o u que en es por para con sobre se su sus lo le les como cual quien cuando donde cuál quién cuándo dónde cómo qué fue
  les des du et ou qui quoi dont où quand comment est sont dans par pour avec sans sur ses ce cette ces il elle ils elles au aux
  der das dem ein eine einer eines einem einen und oder wer wann wo wie warum ist sind im auf aus bei mit nach von vom zu zum zur für über nicht es er sie
  os as um uma é são em sem seu sua do da dos das na nos nas gli uno di che chi è sono per nel della delle dei
  кто что где когда сколько почему как какой какая какое какие каков какова в на и с по из о об для это был была было были есть
  什么 哪里 哪 谁 多少 如何 为什么 什么时候 是 的 在 了 吗 和 有 何 誰 どこ いつ は が を の に です
  ما من هو هي في على أين متى كم ماذا لماذا كيف إلى عن هل
  many much name called call type kind term word used use`.split(/\s+/),
)

const ASCII = /^[\x00-\x7f]*$/

/** As the text index stems; beyond English, where it knows no endings, the last two letters of a longer word do not count, nor does the Arabic article. */
export function termOf(word: string): string {
  const stem = stemOf(word)
  if (ASCII.test(word)) return stem
  const bare = stem.replace(/^\u0627\u0644(?=.{3})/u, '')
  return bare.slice(0, Math.max(4, bare.length - 2))
}

/** Whether a lower-case word only holds a sentence together. */
export const isFunctionWord = (word: string): boolean => STOP.has(word)

/** Every word of a text in order, brought to the form in which words are compared. */
export const stemsOf = (text: string): string[] => wordsOf(text).map(termOf)

/** The stems of the words that say something by themselves, each once; none when a text has nothing but function words. */
export const tellingStems = (text: string): string[] => [
  ...new Set(
    wordsOf(text)
      .filter((word) => !STOP.has(word))
      .map(termOf),
  ),
]

/** The stems that say what a question is about, each once; all of its words when it has nothing but function words. */
export function contentStems(text: string): string[] {
  const telling = tellingStems(text)
  return telling.length ? telling : [...new Set(stemsOf(text))]
}

/** English names of the months, in the order of the year. */
export const MONTHS: readonly string[] = 'january february march april may june july august september october november december'.split(' ')
