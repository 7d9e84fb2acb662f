// npm run new -- tool k12 my-tool, npm run new -- agent tap my-agent, or workflow: writes a working one with its test.
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { domains } from '../kernel/agents/domains.ts'
import { type NewKind, newFiles, newKinds, withRunKind } from './new-files.ts'

const KINDS = 'schemas/run.ts'
const [kind = '', domain = '', slug = '', ...more] = process.argv.slice(2)
try {
  const files = newFiles(kind as NewKind, domain, slug)
  if (more.length > 0) throw new Error(`there is more than a kind, a domain and a name: ${more.join(' ')}`)
  const known = files.find(({ path }) => existsSync(path))
  if (known) throw new Error(`${known.path} is there already; choose another name`)
  if (kind === 'workflow') {
    await writeFile(KINDS, withRunKind(await readFile(KINDS, 'utf8'), `${domain}-${slug}`))
    process.stdout.write(`changed ${KINDS}: runKinds names it\n`)
  }
  for (const { path, text } of files) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    process.stdout.write(`wrote ${path}\n`)
  }
  process.stdout.write(`Try it: npm test -- ${files.at(-1)?.path}\nThen: npm run schemas && npm run client\n`)
} catch (error) {
  process.stderr.write(
    `${error instanceof Error ? error.message : error}\nusage: npm run new -- ${newKinds.join('|')} ${domains.join('|')} my-name\n`,
  )
  process.exitCode = 2
}
