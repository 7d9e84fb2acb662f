import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '../../scripts/seeded-random.ts'
import { sendText, settled, until } from '../../tests/support/http-client.ts'
import { startModel } from '../../tests/support/scripted-model.ts'
import { useBelow } from '../measure/process-tree.ts'
import { quantile } from '../measure/quantile.ts'
import { type Figures, type Gate, onInstallation, type Stage } from './gate.ts'

const HANGING = 40
const HANG_MS = 120_000
const ROUND_MS = 12_000
/** Each has one round with and one without, in turns which comes first: what drifts on the machine meets both alike. */
const PAIRS = 8
const CLIENTS = 4
const DRAWS = 2000
const SENDERS = 2
/** Between two requests of a client, so that a small machine is not busy with them alone. */
const PAUSE_MS = 100
/** What a small machine's p99 may differ by between two rounds. */
const NOISE_MS = 50
const TEXT = 'The wheel of the mill was built of oak. The mill stands at the brook and grinds grain.'

type What = 'chat' | 'upload'

interface Times extends Readonly<Record<What, number[]>> {
  /** Processor seconds of the product's processes. */
  processor: number
}

const noTimes = (): Times => ({ chat: [], upload: [], processor: 0 })
const noRounds = (): readonly Times[] => Array.from({ length: PAIRS }, noTimes)

const pooled = (rounds: readonly Times[], what: What): number[] => rounds.flatMap((times) => times[what])

/** By how much longer a quantile of a round was beside than without at least, with 95 % certainty, drawn from the pairs of rounds. */
function surelyLonger(what: What, share: number, without: readonly Times[], beside: readonly Times[]): number {
  const longer = without.map((times, n) => quantile(beside[n]![what], share) - quantile(times[what], share))
  const random = seededRandom(1)
  const drawn = () => longer.reduce((sum) => sum + longer[Math.floor(random() * longer.length)]!, 0) / longer.length
  return Math.max(0, quantile(Array.from({ length: DRAWS }, drawn), 0.05))
}

function compared(what: What, without: readonly Times[], beside: readonly Times[]): Figures {
  const [before, after] = [pooled(without, what), pooled(beside, what)]
  return {
    [`${what}s`]: before.length + after.length,
    [`${what} p50 without, ms`]: quantile(before, 0.5),
    [`${what} p50 beside, ms`]: quantile(after, 0.5),
    [`${what} p99 without, ms`]: quantile(before, 0.99),
    [`${what} p99 beside, ms`]: quantile(after, 0.99),
    [`${what} p50 surely longer by, ms`]: surelyLonger(what, 0.5, without, beside),
    [`${what} p99 surely longer by, ms`]: surelyLonger(what, 0.99, without, beside),
  }
}

const processorOf = (rounds: readonly Times[]): number =>
  (1000 * rounds.reduce((sum, { processor }) => sum + processor, 0)) / (pooled(rounds, 'chat').length + pooled(rounds, 'upload').length)

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
  const before = useBelow(process.pid).cpuSeconds
  const chatting = async (client: number) => {
    for (let n = 0; performance.now() < end; n++, await delay(PAUSE_MS))
      await timed(into.chat, () => ask(url, `Of what was the wheel built? (${client}.${n})`))
  }
  const sending = async (sender: number) => {
    for (let n = 0; performance.now() < end; n++, await delay(PAUSE_MS)) {
      const file = `${name}-${sender}-${n}`
      await timed(into.upload, async () => settled(url, (await sendText(url, `${file}.txt`, `${TEXT} ${file}.`)).id))
    }
  }
  const each = (count: number, work: (n: number) => Promise<void>) => Array.from({ length: count }, (_, n) => work(n))
  await Promise.all([...each(CLIENTS, chatting), ...each(SENDERS, sending)])
  into.processor += useBelow(process.pid).cpuSeconds - before
}

/** Rounds with and without callers whose model says nothing, in turns. */
async function beside(stage: Stage): Promise<Figures> {
  let held = 0
  const model = await startModel(async ({ messages }) => {
    const hangs = JSON.stringify(messages).includes('HANG')
    if (hangs) held++
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
        const without = noRounds()
        const beside = noRounds()
        const ms = ROUND_MS * stage.scale
        const hang = async (n: number) => {
          const leaving = new AbortController()
          const hanging = Array.from({ length: HANGING }, (_, i) => ask(url, `HANG ${n} ${i}`, leaving.signal).catch(() => undefined))
          // Their own searches are over: what is left of them is the wait.
          await until(async () => held >= (n + 1) * HANGING, 'all callers hanging', HANG_MS / 2)
          await round(url, ms, `beside-${n}`, beside[n]!)
          leaving.abort()
          await Promise.all(hanging)
        }
        const quiet = (n: number) => round(url, ms, `without-${n}`, without[n]!)
        await round(url, ms, 'warm', noTimes())
        for (let n = 0; n < PAIRS; n++) for (const work of n % 2 === 0 ? [quiet, hang] : [hang, quiet]) await work(n)
        return {
          'callers that hang': HANGING,
          ...compared('chat', without, beside),
          ...compared('upload', without, beside),
          'processor ms each without': processorOf(without),
          'processor ms each beside': processorOf(beside),
        }
      },
    )
  } finally {
    await model.close()
  }
}

const little = (more: number, than: number): boolean => more <= Math.max(0.2 * than, NOISE_MS)

const unchanged = (figures: Figures, what: What): boolean =>
  ['p50', 'p99'].every((share) => little(figures[`${what} ${share} surely longer by, ms`]!, figures[`${what} ${share} without, ms`]!))

const asBusy = (figures: Figures): boolean => figures['processor ms each beside']! <= 1.2 * figures['processor ms each without']!

export const hangingModelGates: readonly Gate[] = [
  {
    ...{ name: 'hanging-model', fault: `the model says nothing for 120 s to ${HANGING} callers` },
    bar: `the others' chats and uploads: p50 and p99 not surely (95 %) longer by more than a fifth, or ${NOISE_MS} ms, in pairs of rounds; a fifth more processor time each at most`,
    held: (figures) => unchanged(figures, 'chat') && unchanged(figures, 'upload') && asBusy(figures),
    run: beside,
  },
]
