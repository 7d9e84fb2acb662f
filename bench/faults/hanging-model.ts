import { setTimeout as delay } from 'node:timers/promises'
import { sendText, settled } from '../../tests/support/http-client.ts'
import { startModel } from '../../tests/support/scripted-model.ts'
import { quantile } from '../quantile.ts'
import { type Figures, type Gate, onInstallation, type Stage } from './gate.ts'

const HANGING = 40
const HANG_MS = 120_000
const ROUND_MS = 30_000
const ROUNDS = 3
const CLIENTS = 4
/** Between two requests of a client, so that a small machine is not busy with them alone. */
const PAUSE_MS = 100
/** What a small machine's p99 may differ by between two rounds. */
const NOISE_MS = 50
const TEXT = 'The wheel of the mill was built of oak. The mill stands at the brook and grinds grain.'

interface Times {
  readonly chat: number[]
  readonly upload: number[]
}

async function timed(into: number[], what: () => Promise<unknown>): Promise<void> {
  const from = performance.now()
  await what()
  into.push(performance.now() - from)
}

const ask = async (url: string, question: string, signal?: AbortSignal): Promise<void> => {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/api/v2/flexible-rag`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ question }) },
    ...(signal ? { signal } : {}),
  })
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`a chat was answered with ${reply.status}: ${text.slice(0, 300)}`)
}

/** What others wait for, for the length of a round: chats and uploads until they are searchable. */
async function round(url: string, ms: number, name: string, into: Times): Promise<void> {
  const end = performance.now() + ms
  const chatting = async (client: number) => {
    for (let n = 0; performance.now() < end; n++, await delay(PAUSE_MS))
      await timed(into.chat, () => ask(url, `Of what was the wheel built? (${client}.${n})`))
  }
  const sending = async () => {
    for (let n = 0; performance.now() < end; n++, await delay(PAUSE_MS))
      await timed(into.upload, async () => settled(url, (await sendText(url, `${name}-${n}.txt`, `${TEXT} ${name} ${n}.`)).id))
  }
  await Promise.all([...Array.from({ length: CLIENTS }, (_, client) => chatting(client)), sending()])
}

/** Rounds with and without callers whose model says nothing, in turns. */
async function beside(stage: Stage): Promise<Figures> {
  const model = await startModel(async ({ messages }) => {
    const hangs = JSON.stringify(messages).includes('HANG')
    await delay(hangs ? HANG_MS : 50)
    return 'The wheel was built of oak. [1]'
  })
  try {
    const settings = { LLM_BASE_URL: model.url, EMBEDDINGS_BASE_URL: '' }
    return await onInstallation(
      stage,
      [
        ['edge', 'projector'],
        ['parse', 'chunk', 'embed', 'index'],
      ],
      settings,
      async (fleet) => {
        const url = fleet.url()
        await settled(url, (await sendText(url, 'mill.txt', TEXT)).id)
        const [without, beside]: [Times, Times] = [
          { chat: [], upload: [] },
          { chat: [], upload: [] },
        ]
        const ms = ROUND_MS * stage.scale
        await round(url, ms / 3, 'warm', { chat: [], upload: [] })
        for (let n = 0; n < ROUNDS; n++) {
          await round(url, ms, `without-${n}`, without)
          const leaving = new AbortController()
          const hanging = Array.from({ length: HANGING }, (_, i) => ask(url, `HANG ${n} ${i}`, leaving.signal).catch(() => undefined))
          await delay(1000)
          await round(url, ms, `beside-${n}`, beside)
          leaving.abort()
          await Promise.all(hanging)
        }
        const p99 = (times: readonly number[]) => quantile(times, 0.99)
        return {
          'callers that hang': HANGING,
          ...{ chats: beside.chat.length, uploads: beside.upload.length },
          'chat p50 without, ms': quantile(without.chat, 0.5),
          'chat p50 beside, ms': quantile(beside.chat, 0.5),
          'chat p99 without, ms': p99(without.chat),
          'chat p99 beside, ms': p99(beside.chat),
          'upload p99 without, ms': p99(without.upload),
          'upload p99 beside, ms': p99(beside.upload),
        }
      },
    )
  } finally {
    await model.close()
  }
}

const unchanged = (figures: Figures, what: string): boolean => {
  const [without = 0, with_ = 0] = [figures[`${what} p99 without, ms`], figures[`${what} p99 beside, ms`]]
  return with_ <= Math.max(1.2 * without, without + NOISE_MS)
}

export const hangingModelGates: readonly Gate[] = [
  {
    ...{ name: 'hanging-model', fault: `the model says nothing for 120 s to ${HANGING} callers` },
    bar: `p99 of the others' chats and uploads within a fifth, or ${NOISE_MS} ms, of the same rounds without`,
    held: (figures) => unchanged(figures, 'chat') && unchanged(figures, 'upload'),
    run: beside,
  },
]
