import { describe, expect, test } from 'vitest'
import { supportChecker } from './support.ts'

const MILL = `The mill was built in 1,889 by Anna Weber for 2.5 million crowns. It stands in Quernstow and is not open in winter. The wheel
drives two stones. Ropes are checked four weeks before the season opens [12]. On 2026-03-12 the council met.`
const TABLE = '| Item | Price per day |\n|---|---|\n| Millstone hoist | 48 |\n| Winch | 20 |'
const LEAGUE = 'The National Football League counts 32 teams. Its season begins in September.'
const evidence = [{ text: MILL, about: 'Handbook of the mill' }, { text: TABLE }, { text: LEAGUE }]
const check = supportChecker(evidence)

describe('supported', () => {
  test.each([
    'The mill was built in 1889 by Anna Weber.',
    'Anna Weber built it for 2,500,000 crowns.',
    'The mill in Quernstow is closed in winter.',
    'The wheel drives 2 stones.',
    'The mill stands in Quernstow and was built by Anna Weber in 1889.',
    'According to the handbook, ropes are checked 4 weeks before the season opens.',
    'The council met on 12 March 2026.',
    'Item: Millstone hoist; Price per day: 48.',
    'The price of a winch is 20 per day.',
    'The NFL has 32 teams.',
    'ropes are CHECKED four\nweeks before the season',
  ])('%s', (claim) => {
    expect(check(claim)).toEqual({ supported: true, missing: [] })
  })
})

describe('unsupported, with what is missing', () => {
  test.each([
    ['The mill was built in 1898 by Anna Weber.', ['1898']],
    ['The mill was built in 1889 by Anna Schmidt.', ['Schmidt']],
    ['Anna Weber built it for 2.5 billion crowns.', ['2.5']],
    ['The wheel drives three stones.', ['three']],
    ['The mill was not built in 1889 by Anna Weber.', ['built']],
    ['It stands in Quernstow and is open in winter.', ['open']],
    ['The council met on 12 April 2026.', ['April']],
    ['Item: Millstone hoist; Price per day: 20.', ['20']],
    ['The miller keeps seven cats in the attic.', ['miller', 'keeps', 'seven', 'cats', 'attic']],
  ])('%s', (claim, missing) => {
    const said = check(claim)
    expect(said.supported).toBe(false)
    for (const word of missing) expect(said.missing).toContain(word)
  })

  test('by the passage that it cites', () => {
    expect(check('The mill was built in 1889.', [0]).supported).toBe(true)
    expect(check('The mill was built in 1889.', [1]).supported).toBe(false)
    expect(check('The mill was built in 1889.', [1, 0]).supported).toBe(true)
  })

  test('without any passage', () => {
    expect(supportChecker([])('The mill was built in 1889.').supported).toBe(false)
  })
})

test('what the question said is not asked of the passage again, but an answer needs more than the question', () => {
  const with_ = supportChecker([{ text: 'The keeper is Mirela Quandt.' }], 'Who is the keeper of the Zorblax archive?')
  expect(with_('The keeper of the Zorblax archive is Mirela Quandt.').supported).toBe(true)
  expect(with_('The Zorblax archive has a keeper of dragons.').supported).toBe(false)
})

test.each([
  ['水车建于1889年，由安娜设计。', '水车建于1889年。', true],
  ['水车建于1889年，由安娜设计。', '水车建于1898年。', false],
  ['Мельница построена в 1889 году.', 'Мельница построена в 1889 году!', true],
  ['بنيت الطاحونة عام ١٨٨٩.', 'بنيت الطاحونة عام 1889.', true],
  ['بنيت الطاحونة عام ١٨٨٩.', 'بنيت الطاحونة عام 1898.', false],
])('%s / %s', (text, claim, supported) => {
  expect(supportChecker([{ text }])(claim).supported).toBe(supported)
})

test('hostile text takes no time', () => {
  const started = process.threadCpuUsage()
  const long = supportChecker([{ text: 'Not 1 Anna, '.repeat(20_000) }])
  long('Anna not 2 '.repeat(20_000))
  supportChecker([{ text: `${'1 '.repeat(50_000)}` }])(`${'1 234 '.repeat(50_000)}x`)
  // of this thread alone: a busy machine makes nothing slower
  const { user, system } = process.threadCpuUsage(started)
  expect((user + system) / 1000).toBeLessThan(4000)
})
