import { DatabaseSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { segmentWords, stemOf, wordsOf, wordsWithin } from './words.ts'

test('stems are those of the FTS5 tokenizer', () => {
  const text = `caresses ponies ties cats feed agreed plastered motoring sing conflated troubled sized hopping tanned falling hissing fizzed failing
    filing happy sky relational conditional rational valenci hesitanci digitizer conformabli radicalli differentli vileli analogousli
    vietnamization predication operator feudalism decisiveness hopefulness callousness formaliti sensitiviti sensibiliti triplicate formative
    formalize electriciti electrical hopeful goodness revival allowance inference airliner gyroscopic adjustable defensible irritant replacement
    adjustment dependent adoption homologou communism activate angulariti homologous effective bowdlerize probate rate cease controll roll yellow
    yes by élève Übermut naïve 3days pi3k नमस्ते привет мир`
  const db = new DatabaseSync(':memory:')
  db.exec(`CREATE VIRTUAL TABLE t USING fts5(a, tokenize="porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'")`)
  db.exec("CREATE VIRTUAL TABLE v USING fts5vocab(t, 'instance')")
  const words = wordsOf(text)
  for (const [i, word] of words.entries()) db.prepare('INSERT INTO t (rowid, a) VALUES (?, ?)').run(i, word)
  const terms = new Map(
    db
      .prepare('SELECT term, doc FROM v')
      .all()
      .map((row) => [Number(row.doc), row.term]),
  )
  db.close()
  expect(words.map(stemOf)).toEqual(words.map((_, i) => terms.get(i)))
})

test('a word is of letters, numbers and private signs, with the marks behind them, in every script', () => {
  const word = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu
  const signs = Array.from({ length: 0x2e80 }, (_, code) => String.fromCodePoint(code, code + 0x1d000))
  const text = signs.map((sign, i) => `${sign}${i % 3 ? 'a' : ''}${sign}7 `).join('')
  expect(wordsOf(text).join(' ')).toBe(segmentWords(text).toLowerCase().match(word)?.join(' '))
})

test('each sign of a script without spaces is segmented, wherever it lies', () => {
  const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
  // Of Han, which fill most of the second plane, some.
  const joined = Array.from({ length: 0x10000 }, (_, n) => String.fromCodePoint(n < 0x3400 ? n : n * 3)).filter((sign) => {
    const composed = sign.normalize('NFKC')
    return spaceless.test(composed) && segmentWords(sign) === composed
  })
  expect(joined).toEqual([])
})

test('words of scripts without spaces are told apart', () => {
  expect(wordsOf('これは日本語です')).toEqual(['これ', 'は', '日本語', 'です'])
  expect(wordsOf('ไปกินข้าว')).toEqual(['ไป', 'กิน', 'ข้าว'])
  expect(wordsOf('Ｗｉｄｅ ﬁne')).toEqual(['wide', 'fine'])
})

test('a megabyte without spaces is segmented in little time', () => {
  const start = process.cpuUsage()
  expect(wordsOf('日本語の文章'.repeat(170_000)).length).toBeGreaterThan(100_000)
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(10)
})

test('what is remembered of stems does not grow with the texts that they came from', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const letters = (i: number) => String(i).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)
  const heldAfter = (texts: (i: number) => string) => {
    for (let i = 0; i < 500; i++) for (const word of wordsOf(texts(i)).slice(-1)) stemOf(word)
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = heldAfter(() => 'warm')
  const after = [
    heldAfter((i) => `${'ab '.repeat(33_000)}unforgettable${letters(i)}`),
    heldAfter((i) => `${letters(i)}${'x'.repeat(100_000)}`),
  ]
  for (const held of after) expect(held - before).toBeLessThan(10_000_000)
})

test('words within the words of a title', () => {
  expect(wordsWithin('forbes2000.csv')).toEqual(['forbes', '2000'])
  expect(wordsWithin('BoardMinutes May')).toEqual(['board', 'minutes'])
  expect(wordsWithin('Travel policy')).toEqual([])
})
