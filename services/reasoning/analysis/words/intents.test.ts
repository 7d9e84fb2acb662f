import { expect, test } from 'vitest'
import { intentsOf, wayOf } from './intents.ts'

const one = { id: 'a', label: 'a', notes: [], t: Float64Array.of(0), v: Float64Array.of(0) }
const first = (objective: string) =>
  intentsOf({ objective, hints: [], profile: 'default', series: [one], datasets: [] }).map(({ kinds }) => kinds[0])

test.each([
  ['Which days were unusual?', ['anomaly']],
  ['Which day is the busiest?', ['calendar']],
  ['How does it go over the week, and which days were unusual?', ['calendar', 'anomaly']],
  ['When did it change, and is there a season?', ['change', 'season']],
  ['When did visits step up?', ['change']],
  ['What happened?', ['change']],
  ['Why did it drop?', ['driver']],
  ['When will it reach the limit?', ['forecast']],
  ['Did orders follow advertising between March and May?', ['lag']],
  ['What was the highest value, and when?', ['extreme']],
  ['Has the latency become less stable?', ['change']],
  ['How does the last month compare with the month before?', ['comparison']],
  ['Tell me something.', []],
])('%s', (objective, kinds) => {
  expect(first(objective)).toEqual(kinds)
})

test('a question that looks both ways looks none', () => {
  expect(['Did it rise?', 'When did it drop?', 'Did it rise or fall?', 'Did it change?'].map(wayOf)).toEqual([
    'up',
    'down',
    undefined,
    undefined,
  ])
})
