// How well invented sentences of guides are told from true ones: npm run bench bench/guide-sentences.ts [-- --misses]
// The sentences were written for the sample plan before the tracing was tuned; half of its annexes were kept unseen.
import { judgeSentences } from '../services/safety/guides/sample/judge-sentences.ts'

const perCent = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`

for (const which of ['known', 'held_out'] as const) {
  const { counts, wrong } = judgeSentences(which)
  const flagged = counts.invented - wrong.invented.length
  console.log(
    `${which.padEnd(8)} invented ${counts.invented}, flagged ${perCent(flagged, counts.invented)}; true ${counts.true}, flagged ${perCent(wrong.true.length, counts.true)}`,
  )
  if (which === 'known' && process.argv.includes('--misses'))
    for (const kind of ['true', 'invented'] as const) for (const sentence of wrong[kind]) console.log(`  ${kind}: ${sentence}`)
}
