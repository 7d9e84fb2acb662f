/** Function words of the larger Latin-script languages: they say nothing about what a question is about. */
const STOP = new Set(
  `a an the this that these those and or but nor so yet if then than as at by for from in into of off on onto out over to up with within without about above across after
  against along among around before behind below beneath beside between beyond during except inside near since through throughout till toward towards under until upon via
  i me my we us our you your he him his she her hers it its they them their theirs who whom whose which what when where why how
  is am are was were be been being do does did doing done have has had having can could may might must shall should will would
  not no any some each every all both few more most other such only own same too very just also there here
  el la los las un una unos unas de del al y o u que en es por para con sobre se su sus lo le les como cual quien cuando donde qué quién cuál cuándo dónde cómo fue son era
  le la les un une des du de et ou qui que quoi dont où quand comment en est sont dans par pour avec sans sur se sa son ses ce cette ces il elle ils elles au aux
  der das den dem des ein eine einer eines einem einen und oder wer was wann wo wie warum ist sind waren im in am an auf aus bei mit nach von vom zu zum zur für über nicht es er sie
  o os as um uma e ou que em é por para com sem sobre se seu sua do da dos das no na nos nas il lo gli i uno di che chi è sono per con su nel della delle dei
  many much name called call type kind term word used use`.split(/\s+/),
)

const WORD = /[\p{L}\p{M}\p{N}]+(?:[.,'’][\p{L}\p{N}]+)*/gu
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const SUFFIX = /(?:'s|’s|ations?|ings?|edly|ed|ies|ied|ers?|ors?|ions?|ments?|ness|ally|ly|es|e|s|y)$/

/** A word of a text as it is compared, with its place. */
export interface Term {
  readonly stem: string
  readonly start: number
}

const cache = new Map<string, string>()

/** Lower case, no accents, endings cut: enough to bring "discovered" and "discovery" together in most languages. */
export function stemOf(word: string): string {
  const known = cache.get(word)
  if (known !== undefined) return known
  const plain = word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  const cut = /\p{N}/u.test(plain) || plain.length < 4 ? plain : plain.replace(SUFFIX, '')
  const stem = cut.length >= 3 ? cut.slice(0, 7) : plain
  if (cache.size > 20_000) cache.clear()
  cache.set(word, stem)
  return stem
}

/** Every word of a text; scripts without spaces give overlapping pairs of letters. */
export function termsOf(text: string): Term[] {
  const terms: Term[] = []
  for (const match of text.matchAll(WORD)) {
    const word = match[0]
    if (!UNSPACED.test(word)) terms.push({ stem: stemOf(word), start: match.index })
    else for (let i = 0; i < Math.max(1, word.length - 1); i++) terms.push({ stem: word.slice(i, i + 2), start: match.index + i })
  }
  return terms
}

/** The stems that say what a question is about, each once; all of its words when it has nothing but function words. */
export function contentStems(text: string): string[] {
  const words = [...text.matchAll(WORD)].map((m) => m[0])
  const telling = words.filter((w) => !STOP.has(w.toLowerCase()))
  return [...new Set(termsOf((telling.length ? telling : words).join(' ')).map((t) => t.stem))]
}
