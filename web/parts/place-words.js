import { capital, duration, plural } from './format.js'

/**
 * Where an upload that waits or is worked on stands: how many go before it, whose they are, and how long it may take. Empty where it has
 * ended, or where nothing moves.
 */
export function placeWords({ queue, status }) {
  if (queue?.state !== 'moving') return ''
  const { position, own, eta_seconds: eta } = queue
  const next = status === 'queued' ? 'next in line' : undefined
  const whose = own === 0 ? '' : own === position ? ', all of the same uploader' : `, ${own} of the same uploader`
  const ahead = position === 0 ? next : `${plural(position, 'upload')} ahead${whose}`
  const wait = eta === null ? undefined : `about ${duration(eta * 1000).replace('.0', '')} to go`
  return capital([ahead, wait].filter(Boolean).join(', '))
}
