import { z } from 'zod'

const idSchema = z.union([z.string(), z.number()])
const cancellationSchema = z.object({ method: z.literal('notifications/cancelled'), params: z.object({ requestId: idSchema }) })
const beginningSchema = z.object({ method: z.literal('initialize') })

/** Calls under way in this process that their client may end by a message of its own, by session and id of the request. */
const underWay = new Map<string, AbortController>()

const keyOf = (session: string, id: string | number): string => JSON.stringify([session, id])

/** Whether a client begins with this message: it is given a name then, by which its calls are told from those of others. */
export const isBeginning = (message: unknown): boolean => beginningSchema.safeParse(message).success

/** Ends the calls that a message, or each of several, cancels, where they are under way here. */
export function cancelBy(body: unknown, session: string): void {
  for (const message of Array.isArray(body) ? body : [body]) {
    const read = cancellationSchema.safeParse(message)
    if (read.success) underWay.get(keyOf(session, read.data.params.requestId))?.abort()
  }
}

/** Works on a call with a signal that also ends when its client cancels it. Without a session the connection's end alone says so. */
export async function cancellable<T>(
  session: string | undefined,
  id: string | number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (session === undefined) return work(signal)
  const key = keyOf(session, id)
  const cancel = new AbortController()
  underWay.set(key, cancel)
  try {
    return await work(AbortSignal.any([signal, cancel.signal]))
  } finally {
    if (underWay.get(key) === cancel) underWay.delete(key)
  }
}
