import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { messageOf } from '../../runtime/errors.ts'
import type { App } from '../app/app.ts'

export interface Place {
  readonly host: string
  readonly port: number
  /** What `localhost` stands for; the system tells when absent. */
  readonly addressesOf?: (host: string) => Promise<readonly string[]>
}

const toldBySystem = async (host: string): Promise<readonly string[]> => (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * Listens on the host, `localhost` being each of its addresses, and gives the address of the first. Their connections all go to the one
 * server of the app, so that they are bounded and ended together; Fastify would start a server of its own for each. Another address that
 * cannot be listened on is told in the log. Rejects when the first one cannot.
 */
export async function listenOn(app: App, { host, port, addressesOf = toldBySystem }: Place): Promise<string> {
  if (host !== 'localhost') return app.listen({ host, port })
  const [first = host, ...others] = new Set(await addressesOf(host))
  const doors: Server[] = []
  const closed: Promise<unknown>[] = []
  app.addHook('preClose', async () => {
    for (const door of doors) closed.push(once(door.close(), 'close'))
  })
  app.addHook('onClose', async () => void (await Promise.all(closed)))
  const listening = await app.listen({ host: first, port })
  const taken = (app.server.address() as AddressInfo).port
  for (const address of others) {
    // As the app's own server is made.
    const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) => app.server.emit('connection', socket))
    try {
      await once(door.listen(taken, address), 'listening')
      doors.push(door)
    } catch (error) {
      app.log.warn({ address, port: taken, error: messageOf(error) }, 'one of the addresses of localhost is not listened on')
    }
  }
  return listening
}
