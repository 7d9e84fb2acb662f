import { capital, duration, plural } from '../format.js'

/**
 * Where an upload stands: while it waits how many go before it and whose they are, and how long it may take. Empty where it has ended, or
 * where nothing moves.
 */
export function placeWords({ queue, status }) {
  if (queue?.state !== 'moving') return ''
  const { position, own, eta_seconds: eta } = queue
  const whose = own === 0 ? '' : own === position ? ', all of the same uploader' : `, ${own} of the same uploader`
  const before = position === 0 ? 'next in line' : `${plural(position, 'upload')} ahead${whose}`
  const ahead = status === 'queued' ? before : undefined
  const wait = eta === null ? undefined : `about ${duration(eta * 1000).replace('.0', '')} to go`
  return capital([ahead, wait].filter(Boolean).join(', '))
}
