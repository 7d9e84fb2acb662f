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

it('ends what takes too long, too much memory, or what nobody waits for any more', async () => {
  const longer = paragraphs(20_000)
  await expect(apart('shown', [[longer]], { longestMs: 1 })).rejects.toMatchObject({ code: 'too_long' })
  await expect(apart('shown', [[longer]], { memoryMb: 16 })).rejects.toMatchObject({ code: 'too_long' })
  const leaving = new AbortController()
  const reading = [1, 2, 3, 4].map(() => apart('shown', [[longer]], { signal: leaving.signal }))
  leaving.abort(new Error('gone'))
  expect((await Promise.allSettled(reading)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  expect(await apart('disarmed', [LONG])).toBe(works.disarmed(LONG))
})

it('lets the texts of one caller hold all threads but one', async () => {
  const leaving = new AbortController()
  const endless = '<b><p><i><a>'.repeat(300_000)
  const slow = [1, 2, 3].map(() => apart('disarmed', [endless], { caller: 'key:a', signal: leaving.signal }).catch(() => 'ended'))
  expect(await apart('disarmed', [LONG], { caller: 'key:b' })).toBe(works.disarmed(LONG))
  leaving.abort(new Error('gone'))
  expect(await Promise.all(slow)).toEqual(Array(3).fill('ended'))
})
