import type { Reranker } from '../rerank/reranker.ts'
import { ApiError } from '../runtime/errors.ts'
import { type Connections, type HeldConnection, SETTING } from './connections.ts'

/** The judge of the connection where there is one, else the one of the start; `absent` while there is neither. */
export function connectedReranker(standing: Reranker | undefined, connections: Pick<Connections, 'rerank'>): Reranker {
  return {
    get absent() {
      return standing === undefined && connections.rerank() === undefined
    },
    get model() {
      const connection = connections.rerank()
      return connection ? (connection.model ?? 'rerank') : (standing?.model ?? '')
    },
    async rerank(query, documents, options) {
      const connection = connections.rerank()
      const judge = connection ? await rerankerOf(connection) : standing
      if (!judge) throw new ApiError('upstream_failed', 'rerank: no judge is connected any more')
      return judge.rerank(query, documents, options)
    },
  }
}

async function rerankerOf(connection: HeldConnection): Promise<Reranker> {
  if ('problem' in connection) throw new ApiError('upstream_failed', `rerank: ${connection.problem} (${SETTING})`)
  const { endpointReranker } = await import('../rerank/endpoint.ts')
  const model = connection.model ? { model: connection.model } : {}
  const where = `${connection.model ? `model ${connection.model}; ` : ''}the setting is ${SETTING}`
  return endpointReranker({ ...connection.endpoint, ...model, guarded: true, where })
}
