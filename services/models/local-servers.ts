import { ApiError } from '../../kernel/runtime/errors.ts'
import { plain } from '../../kernel/runtime/readable-lines.ts'
import { LOADING, listModels } from './list-models.ts'

/** A model server that was found on this machine. */
export interface LocalServer {
  /** Whose usual port it is; another program may answer there. */
  readonly server: string
  readonly base_url: string
  readonly models: readonly string[]
}

export interface Candidate {
  readonly server: string
  readonly port: number
}

/** The ports that these servers take where nobody names another one. */
export const CANDIDATES: readonly Candidate[] = [
  { server: 'Ollama', port: 11434 },
  { server: 'LM Studio', port: 1234 },
  { server: 'llama.cpp', port: 8080 },
  { server: 'vLLM', port: 8000 },
]
const LOOK_MS = 1_500
/** How this platform names itself in its own list of models. */
const OURS = 'millrace'
const MOST_MODELS = 200

/** One look at each port of the loopback address, all at once. What answers there with a list of models, and is no Millrace, was found. */
export async function findLocalServers(candidates: readonly Candidate[] = CANDIDATES, ownPort?: number): Promise<LocalServer[]> {
  const looks = candidates.filter(({ port }) => port !== ownPort).map(look)
  return (await Promise.all(looks)).filter((found) => found !== undefined)
}

async function look({ server, port }: Candidate): Promise<LocalServer | undefined> {
  const base_url = `http://127.0.0.1:${port}/v1`
  try {
    const models = await listModels({ baseUrl: base_url }, LOOK_MS)
    if (!models || (models.length > 0 && models.every(({ owned_by }) => owned_by === OURS))) return undefined
    // anybody may listen there, and the names are printed
    const names = models.map(({ id }) => id).filter((id) => plain(id) === id)
    return { server, base_url, models: names.slice(0, MOST_MODELS) }
  } catch (error) {
    // who starts both at once has a server that is not ready yet
    if (error instanceof ApiError && error.details.reason === LOADING) return { server, base_url, models: [] }
    // nobody there, or somebody who has nothing to offer unasked
    return undefined
  }
}
