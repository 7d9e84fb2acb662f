import { expect, it } from 'vitest'
import { apart } from './apart.ts'
import { works } from './works.ts'

const paragraphs = (count: number): string => Array.from({ length: count }, (_, i) => `<p onclick=x()>Door ${i}&nbsp;is open.</p>`).join('')
const LONG = paragraphs(2_000)

it('gives of a long text what it gives of a short one', async () => {
  expect(await apart('shown', [['<p onclick=x()>a</p>']])).toEqual(['<p>a</p>'])
  const all = await Promise.all([
    ...[1, 2, 3].map(() => apart('disarmed', [LONG])),
    apart('judgeReply', [LONG, LONG.replace('Door 7&', 'Gate 7&'), { ranges: [], numbers: false }]),
  ])
  expect(all.slice(0, 3)).toEqual([1, 2, 3].map(() => works.disarmed(LONG)))
  expect(all[3]).toMatchObject({ merged: { html: expect.stringContaining('Gate 7') } })
})

it('tells why a text cannot be read, and goes on', async () => {
  const deep = `${'<div>'.repeat(10_000)}${'</div>'.repeat(10_000)}`
  await expect(apart('disarmed', [deep])).rejects.toMatchObject({ name: 'WorkError', code: 'invalid_html' })
  expect(await apart('shown', [[`${'<div>'.repeat(10_000)}Walk<script>x</script>`]])).toEqual(['Walk'])
  expect(await apart('disarmed', [LONG])).toBe(works.disarmed(LONG))
})

it('tells what to do about a text that takes too long', async () => {
  const told = { name: 'WorkError', code: 'too_long', message: expect.stringContaining('edit its sections') }
  await expect(apart('shown', [[paragraphs(20_000)]], { longestMs: 1 })).rejects.toMatchObject(told)
  expect(await apart('disarmed', [LONG])).toBe(works.disarmed(LONG))
})
