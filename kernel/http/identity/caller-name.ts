import { hash } from 'node:crypto'
import type { Caller } from '../../access/caller.ts'

type Named = Pick<Caller, 'keyName' | 'subject'>

/** A subject that stands in names as it is; any other one, an endless one included, stands there by its hash. */
const PLAIN = /^[\x21-\x7e]{1,128}$/

const subjectName = (subject: string): string =>
  `sub:${PLAIN.test(subject) && !subject.startsWith('sha256-') ? subject : `sha256-${hash('sha256', subject, 'hex')}`}`

/**
 * One name for the key and the subject of the token together: whose turn it is, whose budget. Undefined where the caller showed neither.
 * A subject takes at most 132 characters of it, all of them visible ones.
 */
export function callerName({ keyName, subject }: Named): string | undefined {
  if (subject === undefined) return keyName === undefined ? undefined : `key:${keyName}`
  return keyName === undefined ? subjectName(subject) : `key:${keyName} ${subjectName(subject)}`
}

/** Of a caller's name, whose what it brings is, whichever key it came with: the subject's, else the key's, else everyone's. */
export const ownerOf = (caller: string | undefined): string =>
  caller === undefined ? 'everyone' : (/ (sub:\S+)$/.exec(caller)?.[1] ?? caller)
