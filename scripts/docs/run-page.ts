// node scripts/run.mjs scripts/docs/run-page.ts docs/how-to/PAGE.md …: runs the commands of pages, as the tests do, and shows their output.
import { readFileSync } from 'node:fs'
import { copyCheckout, runPage } from '../../tests/docs/run-page.ts'

const checkout = copyCheckout()
let failed = 0
try {
  for (const file of process.argv.slice(2)) {
    const { code, output, leftOut } = await runPage(readFileSync(file, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''), { dir: checkout.dir })
    console.log(
      `${output}\n${file}: ${code === 0 ? 'all commands succeeded' : `FAILED with ${code}`}${leftOut.map((one) => `\n  not run, needs ${one}`).join('')}`,
    )
    if (code !== 0) failed++
  }
} finally {
  checkout.dispose()
}
process.exitCode = failed ? 1 : 0
