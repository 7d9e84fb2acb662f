import { expect, test } from 'vitest'
import { cancelBy, cancellable } from './cancelled-calls.ts'

const never = new AbortController().signal
const until = (signal: AbortSignal) => new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('ended')))
const cancels = (requestId: unknown) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })

test('a cancellation ends the call of its session and id, also among several messages', async () => {
  const ended: string[] = []
  const call = (session: string, id: string | number) =>
    cancellable(session, id, never, until).then(() => ended.push(`${session} ${JSON.stringify(id)}`))
  const [one, other, text] = [call('a', 1), call('a', 2), call('a', '1')]
  void call('b', 1)
  cancelBy(cancels(1), 'a')
  await one
  cancelBy([{ jsonrpc: '2.0', method: 'ping' }, cancels(2), null, cancels('1')], 'a')
  await Promise.all([other, text])
  expect(ended).toEqual(['a 1', 'a 2', 'a "1"'])
})
