import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Agent } from '../../../kernel/agents/define-agent.ts'
import type { EdgePorts } from '../../../kernel/ports.ts'
import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'

/** Which version of each agent an operator has written down as the one that is meant to run. */
export const agentSeedsMigration = defineTables('160-agent-seeds', {
  agent_seeds: { columns: { id: 'varchar(64)', domain: 'varchar(10)', version: 'varchar(20)', seeded_at: 'varchar(30)' } },
})
type SeedTables = TablesOf<typeof agentSeedsMigration>

/** Changes with all that makes an agent what it is. */
export function versionOf({ id, description, prompt, tools, approved, model, maxTokens, output }: Agent): string {
  const form = output ? z.toJSONSchema(output, { io: 'input', unrepresentable: 'any' }) : null
  const text = JSON.stringify([id, description, prompt, tools, approved ?? [], model ?? null, maxTokens ?? null, form])
  return hash('sha256', text, 'hex').slice(0, 12)
}

export const seededAgents = ({ database }: Pick<EdgePorts, 'database'>) =>
  database.tables<SeedTables>().selectFrom('agent_seeds').selectAll().orderBy('id').execute()

/** Writes the versions that run now; an agent that is written down as it is stays as it was. */
export async function seedAgents(
  { database, clock }: Pick<EdgePorts, 'database' | 'clock'>,
  agents: readonly Agent[],
): Promise<{ seeded: number; unchanged: number }> {
  const seeded_at = new Date(clock.now()).toISOString()
  return database.transaction<SeedTables, { seeded: number; unchanged: number }>(async (trx) => {
    const known = new Map((await trx.selectFrom('agent_seeds').selectAll().execute()).map((row) => [row.id, row.version]))
    const changed = agents.filter((agent) => known.get(agent.id) !== versionOf(agent))
    for (const agent of changed) {
      const row = { domain: agent.domain, version: versionOf(agent), seeded_at }
      await trx
        .insertInto('agent_seeds')
        .values({ id: agent.id, ...row })
        .onConflict((c) => c.column('id').doUpdateSet(row))
        .execute()
    }
    return { seeded: changed.length, unchanged: agents.length - changed.length }
  })
}
