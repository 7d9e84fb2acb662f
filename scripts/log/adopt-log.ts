// npm run adopt-log: goes on with an empty log beside a database that was kept. Nothing else of the installation may run meanwhile.
import { readTopics } from '../../kernel/broker/topics.ts'
import { publishDrafts } from '../../kernel/consume/publish.ts'
import { adoptLog } from '../../kernel/installation/adopt-log.ts'
import { parseEnv } from '../../kernel/runtime/env.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { createLifecycle } from '../../kernel/runtime/lifecycle.ts'
import { createLogger } from '../../kernel/runtime/log.ts'
import { endOpenUploads } from '../../services/documents/announce/end-open.ts'
import { openPorts } from '../../services/open-ports.ts'
import { printHelp } from '../print-help.ts'

export const USAGE = `Connects a database that was kept to a new, empty log. Use it after the log was lost.

  npm run adopt-log

Stop all other processes of the installation first. Uploads in progress are marked as failed and can be retried.

Exit codes: 0 done, 1 failed.`

if (import.meta.main) {
  printHelp(USAGE)
  try {
    const env = parseEnv(process.env)
    const log = createLogger('WARNING')
    const lifecycle = createLifecycle(log)
    const ports = await openPorts(env, log, lifecycle)
    await ports.broker.ensureTopics(readTopics())
    let ended = 0
    const adopted = await adoptLog(ports, async () => {
      const drafts = await endOpenUploads(ports.database, ports.clock)
      for (const draft of drafts) await publishDrafts(ports.broker, ports.clock, 'adopt-log', [draft], { requestId: 'adopt-log' })
      ended = drafts.length
    })
    console.log(
      adopted
        ? `The log is adopted; ${ended} uploads in progress were reported as failed to it.`
        : 'The database knows this log; nothing was done.',
    )
    await lifecycle.stop('done')
  } catch (error) {
    console.error(messageOf(error))
    process.exit(1)
  }
}
