import type { FastifyRequest } from 'fastify'
import { changeCount } from '../../runtime/concurrency/change-count.ts'
import type { ApiError } from '../../runtime/errors.ts'
import type { App } from '../app/app.ts'
import { countedNames } from './limits.ts'

/** Something of which there is little, and which requests hold while they last. */
export interface Holding {
  /** What a request holds, as its headers and its route tell; 0: nothing. */
  readonly amountOf: (request: FastifyRequest) => number
  /** Whether it is given back once the body is there, and not only when the reply has gone. */
  readonly endsWithBody: (request: FastifyRequest) => boolean
  /** Of one caller, and of all. */
  readonly mostOfOne: number
  readonly most: number
  readonly tooMuchOfOne: () => ApiError
  readonly tooMuch: () => ApiError
}

/** Refuses requests that would hold more than there is for their caller, or for all. */
export function addHolding(app: App, { amountOf, endsWithBody, mostOfOne, most, tooMuchOfOne, tooMuch }: Holding): void {
  const held = new Map<string, number>()
  let all = 0
  app.addHook('onRequest', (request, reply, done) => {
    const amount = amountOf(request)
    if (amount === 0) return done()
    const { own } = countedNames(request)
    if ((held.get(own) ?? 0) + amount > mostOfOne) return done(tooMuchOfOne())
    if (all + amount > most) return done(tooMuch())
    changeCount(held, own, amount)
    all += amount
    let left = false
    const leave = () => {
      if (left) return
      left = true
      all -= amount
      changeCount(held, own, -amount)
    }
    if (endsWithBody(request)) request.raw.once('close', leave)
    reply.raw.once('close', leave)
    done()
  })
}
