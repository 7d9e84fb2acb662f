import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type StartedServer, startServer } from '../../scripts/cli/start-server.ts'
import { ownDatabase, ownInstallation } from '../support/own-database.ts'
import { startModelDouble } from './model-double.ts'
import { blocksOf, copyCheckout, runPage, startsProcesses } from './run-page.ts'

const [brokers, database] = [inject('kafkaBrokers'), inject('databaseUrl')]
const hasServices = brokers !== undefined && database !== undefined
const searchDatabase = inject('searchDatabaseUrl')
const DATABASE = 'postgres://millrace:millrace@127.0.0.1:5432/millrace'

/** What the blocks of a page need and is here: the addresses that the manuals write, and those of this page alone. */
async function whatIsHere(needs: ReadonlySet<string>, model: string) {
  const has = ['model', ...(hasServices ? ['services'] : []), ...(searchDatabase ? ['pgvector'] : [])]
  const addresses = { '127.0.0.1:11434': model }
  if (needs.has('pgvector') && searchDatabase) return { has, addresses: { ...addresses, [DATABASE]: await ownDatabase(searchDatabase) } }
  if (!needs.has('services') || !hasServices) return { has, addresses }
  const { KAFKA_BROKERS, KAFKA_PREFIX, DATABASE_URL } = await ownInstallation(brokers, database)
  return { has, addresses: { ...addresses, '127.0.0.1:9092': KAFKA_BROKERS, [DATABASE]: DATABASE_URL }, variables: { KAFKA_PREFIX } }
}

/** Runs the commands of each page in a copy of the checkout; every one has to succeed. Pages that start no server share one. */
export function testCommandsOf(pages: readonly { readonly file: string; readonly markdown: string }[]): void {
  let checkout: ReturnType<typeof copyCheckout>
  let shared: StartedServer
  let model: Awaited<ReturnType<typeof startModelDouble>>
  beforeAll(async () => {
    checkout = copyCheckout()
    model = await startModelDouble()
    shared = await startServer({
      CONFIG_PATH: join(checkout.dir, 'config.yaml'),
      LLM_BASE_URL: '',
      EMBEDDINGS_BASE_URL: '',
      LOOK_FOR_MODELS: 'false',
      LOG_LEVEL: 'ERROR',
    })
  })
  afterAll(async () => {
    await shared?.stop()
    await model?.close()
    checkout?.dispose()
  })
  const withCommands = pages.filter(({ markdown }) => blocksOf(markdown).length > 0)
  test.each(withCommands)('every command of $file succeeds', { timeout: 500_000 }, async ({ markdown }) => {
    const blocks = blocksOf(markdown)
    const needs = new Set(blocks.flatMap((block) => block.needs?.split(',') ?? []))
    const { code, output, leftOut } = await runPage(markdown, {
      dir: checkout.dir,
      // A connected model would answer the other pages, too.
      ...(!startsProcesses(blocks) && !needs.has('model') && { server: shared }),
      ...(await whatIsHere(needs, model.host)),
    })
    for (const block of leftOut) console.log(`not run, needs ${block}`)
    expect(code, output).toBe(0)
  })
}
