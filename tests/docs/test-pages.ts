import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ownInstallation } from '../support/own-database.ts'
import { blocksOf, copyCheckout, runPage } from './run-page.ts'

const [brokers, database] = [inject('kafkaBrokers'), inject('databaseUrl')]
const hasServices = brokers !== undefined && database !== undefined

/** Addresses of Kafka and PostgreSQL as the manuals write them, and those of an installation of this page alone. */
async function services() {
  if (!hasServices) return {}
  const { KAFKA_BROKERS, KAFKA_PREFIX, DATABASE_URL } = await ownInstallation(brokers, database)
  return {
    has: ['services'],
    addresses: { '127.0.0.1:9092': KAFKA_BROKERS, 'postgres://millrace:millrace@127.0.0.1:5432/millrace': DATABASE_URL },
    variables: { KAFKA_PREFIX },
  }
}

/** Runs the commands of each page in a copy of the checkout; every one has to succeed. */
export function testCommandsOf(pages: readonly { readonly file: string; readonly markdown: string }[]): void {
  let checkout: ReturnType<typeof copyCheckout>
  beforeAll(() => {
    checkout = copyCheckout()
  })
  afterAll(() => checkout?.dispose())
  const withCommands = pages.filter(({ markdown }) => blocksOf(markdown).length > 0)
  test.each(withCommands)('every command of $file succeeds', { timeout: 400_000 }, async ({ markdown }) => {
    const needsServices = blocksOf(markdown).some(({ needs }) => needs?.includes('services'))
    const { code, output, leftOut } = await runPage(markdown, { dir: checkout.dir, ...(needsServices && (await services())) })
    for (const block of leftOut) console.log(`not run, needs ${block}`)
    expect(code, output).toBe(0)
  })
}
