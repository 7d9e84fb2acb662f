/** Three questions with data that hold their answers, made anew the same each time. */

/** Numbers that look like chance and are the same each time (mulberry32). */
function chance(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Roughly normal: twelve draws. */
const noise = (random) => Array.from({ length: 12 }, random).reduce((a, b) => a + b, -6)

const day = (i) => new Date(Date.UTC(2026, 0, 5) + i * 86_400_000).toISOString().slice(0, 10)
const table = (names, rows) => [names, ...rows].map((row) => row.join(',')).join('\n')

export const examples = [
  {
    name: 'A step in web traffic',
    objective: 'Did the new start page change how many visitors come, and since when?',
    hints: ['The new start page went live on 2026-04-02.'],
    text() {
      const random = chance(7)
      return table(
        ['date', 'visitors'],
        Array.from({ length: 150 }, (_, i) => [day(i), Math.round(1180 + (i >= 87 ? 310 : 0) + 70 * noise(random))]),
      )
    },
  },
  {
    name: 'A weekly load with outliers',
    objective: 'How does the load of the help desk go over the week, and which days were unusual?',
    hints: [],
    text() {
      const random = chance(11)
      const week = [130, 118, 110, 104, 96, 24, 18]
      const odd = new Map([
        [38, 260],
        [81, 4],
        [120, 240],
      ])
      return table(
        ['date', 'tickets'],
        Array.from({ length: 168 }, (_, i) => [day(i), odd.get(i) ?? Math.max(0, Math.round(week[i % 7] + 6 * noise(random)))]),
      )
    },
  },
  {
    name: 'Two series with a lag',
    objective: 'Do orders follow the advertising, and how many days later?',
    hints: [],
    text() {
      const random = chance(23)
      const spent = []
      for (let i = 0; i < 160; i++) spent.push(400 + 0.6 * ((spent[i - 1] ?? 400) - 400) + 60 * noise(random))
      return table(
        ['date', 'advertising', 'orders'],
        spent.slice(5).map((value, i) => [day(i), Math.round(value), Math.round(90 + 0.2 * spent[i] + 5 * noise(random))]),
      )
    },
  },
]
