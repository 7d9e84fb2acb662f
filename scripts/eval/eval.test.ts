import { describe, expect, it, test } from 'vitest'
import { UsageError } from '../cli/find-files.ts'
import { seededRandom } from '../seeded-random.ts'
import { labelsOf, readEvalArguments } from './arguments.ts'
import { pairedBootstrap } from './bootstrap.ts'
import { pickVersion, splitPrompt } from './find-prompt.ts'
import { reportOf } from './print-report.ts'
import { CasesError, readCases } from './read-cases.ts'
import { summarize } from './summarize.ts'

describe('a set of cases', () => {
  it('is read line by line', () => {
    expect(readCases('\uFEFF{"id":"1","question":" q "}\n\n{"id":"2","question":"r","expected_documents":[]}\r\n', 'f')).toEqual([
      { id: '1', question: 'q' },
      { id: '2', question: 'r', expected_documents: [] },
    ])
  })
  it.each([
    ['{"id":"1","question":"q"}\n{', 'f:2: no JSON'],
    ['{"id":"1"}', 'f:1: question:'],
    ['{"id":"1","question":"  "}', 'f:1: question:'],
    ['{"id":"1","question":"q","expected_documents":["a",3]}', 'f:1: expected_documents.1:'],
    ['{"id":"1","question":"q","expected_document":["a"]}', 'expected_document'],
    ['{"id":"1","question":"q"}\n{"id":"1","question":"r"}', 'f:2: id: "1" is that of line 1'],
    ['[]', 'f:1: line:'],
    ['\n', 'f: no cases'],
  ])('is refused with its place: %s', (text, problem) => {
    expect(() => readCases(text, 'f')).toThrow(CasesError)
    expect(() => readCases(text, 'f')).toThrow(problem)
  })
  it('tells every mistake at once', () => {
    expect(() => readCases('{}\nx', 'f')).toThrow(/f:1: id: .*\nf:1: question: .*\nf:2: no JSON/)
  })
})

describe('the command line', () => {
  const read = (line: string, environment = {}) => readEvalArguments(line.split(' '), environment)
  it('gives the other side what the first has, but for what is named', () => {
    expect(read('--set s --index a --model m --against b --top 9 --seed 3 --server http://h:1', { MILLRACE_KEY: 'k' })).toEqual({
      server: { url: 'http://h:1', key: 'k', token: undefined },
      set: 's',
      sides: [
        { index: 'a', model: 'm' },
        { index: 'b', model: 'm' },
      ],
      top: 9,
      seed: 3,
      json: false,
    })
    expect(read('--set s')?.sides).toEqual([{}])
    expect(read('--set s --against-prompt p@2')?.sides).toEqual([{}, { prompt: 'p@2' }])
  })
  it('shows the help when it is asked for or nothing is given', () => {
    expect([read('--help'), readEvalArguments([], {})]).toEqual([undefined, undefined])
  })
  it.each([
    ['--index a', '--set FILE'],
    ['--set s --top 0', '--top is a whole number'],
    ['--set s --seed x', '--seed is a whole number'],
    ['--set s --mode fast', '--mode is text or hybrid'],
    ['--set s --server h', 'not an http address'],
    ['--set s --colour x', 'colour'],
  ])('refuses %s', (line, reason) => {
    expect(() => read(line)).toThrow(UsageError)
    expect(() => read(line)).toThrow(reason)
  })
  it('names sides by what differs', () => {
    expect(
      labelsOf([
        { index: 'a', model: 'm' },
        { index: 'b', model: 'm' },
      ]),
    ).toEqual(['index a', 'index b'])
    expect(labelsOf([{}, { mode: 'hybrid' }])).toEqual(['default mode', 'mode hybrid'])
    expect(labelsOf([{}])).toEqual(['as configured'])
  })
})

describe('a prompt with a version', () => {
  const entries = [{ version: '20260312-2' }, { version: '20260312' }, { version: '20260301' }]
  it.each([
    ['p', '20260312-2'],
    ['p@1', '20260301'],
    ['p@3', '20260312-2'],
    ['p@20260312-2', '20260312-2'],
    ['p@4', undefined],
    ['p@1999-x', undefined],
  ])('%s', (given, version) => {
    expect(pickVersion(entries, splitPrompt(given).version)?.version).toBe(version)
  })
  it('needs both parts', () => {
    expect(() => splitPrompt('p@')).toThrow(UsageError)
    expect(() => splitPrompt('@1')).toThrow(UsageError)
  })
})

describe('pairedBootstrap', () => {
  it('is the same for the same seed, and holds the mean', () => {
    const differences = Array.from({ length: 40 }, (_, i) => Math.sin(i))
    const first = pairedBootstrap(differences, 7)!
    expect(pairedBootstrap(differences, 7)).toEqual(first)
    expect(pairedBootstrap(differences, 8)).not.toEqual(first)
    expect(first.low).toBeLessThan(first.mean)
    expect(first.high).toBeGreaterThan(first.mean)
  })
  it('is as wide as the standard error says', () => {
    const random = seededRandom(1)
    const differences = Array.from({ length: 400 }, () => random() - 0.5)
    const { low, high } = pairedBootstrap(differences, 1)!
    // The standard deviation of a uniform variable of width 1 is √(1/12).
    expect(high - low).toBeCloseTo((2 * 1.96 * Math.sqrt(1 / 12)) / 20, 2)
  })
  it('has no width where all are alike, and is absent without cases', () => {
    expect(pairedBootstrap([0.25, 0.25], 1)).toEqual({ mean: 0.25, low: 0.25, high: 0.25 })
    expect(pairedBootstrap([], 1)).toBeUndefined()
  })
})

test('the report has a line a measure, the difference, and who is better where the interval leaves out 0', () => {
  const cases = Array.from({ length: 6 }, (_, i) => ({ id: String(i), question: 'q' }))
  const base = { answer: '', sources: [], cited: 0, unsupported: 0, tokens: undefined, cost: undefined, sentences: 0 }
  const outcomes = cases.map(() => [
    { ...base, seconds: 1 },
    { ...base, seconds: 3 },
  ])
  const measure = { name: 'seconds', better: 'lower' as const, digits: 1, of: (_: unknown, o: { seconds: number }) => o.seconds }
  const silent = { ...measure, name: 'silent', of: () => undefined }
  const rows = summarize(cases, outcomes, [measure, silent], 1)
  expect(rows).toHaveLength(1)
  expect(reportOf(rows, ['index a', 'index b'])).toBe(
    [
      'A: index a',
      'B: index b',
      '',
      '         cases    A    B  B − A  95 % interval',
      'seconds      6  1.0  3.0   +2.0   [+2.0, +2.0]  A better',
      '',
    ].join('\n'),
  )
})
