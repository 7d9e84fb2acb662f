import type { Service } from '../../../kernel/service.ts'
import { closeParserPool } from '../parse/consumer.ts'
import { rebuildsAsOfMigration, rebuildsMigration, rebuildsTimeLeftMigration, rebuildsWaitsForMigration } from './rebuild-row.ts'
import { commands, PATH, registerRebuildRoutes } from './routes.ts'
import { rebuildRun } from './run.ts'
import { tidyRebuilds } from './tidy-rebuilds.ts'

/** Builds an index anew beside the live one, while everything goes on. */
export const rebuilds: Service = {
  name: 'rebuilds',
  access: { prefixes: { [PATH]: 'operator' }, changes: { everyone: commands } },
  tag: { name: 'rebuilds', description: 'Rebuilds of an index next to the live one: compare, cut over, roll back or discard them.' },
  pages: [{ file: 'rebuilds', paths: ['/rebuilds'], nav: { title: 'Rebuilds', group: 'Documents', key: 'b' } }],
  routes: registerRebuildRoutes,
  runs: [rebuildRun],
  consumers: [tidyRebuilds],
  migrations: [rebuildsMigration, rebuildsAsOfMigration, rebuildsTimeLeftMigration, rebuildsWaitsForMigration],
  stop: closeParserPool,
}
