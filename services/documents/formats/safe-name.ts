import { extensionOf } from './extension-of.ts'

/** Characters of an extension that is kept when a name is cut. */
const LONGEST_EXTENSION = 16

/**
 * A name that others gave as one for a file here: the last part of a path, without control characters, at most so many characters,
 * its extension kept. Where none is left it is `otherwise`; where it has no extension the media type gives one.
 */
export function safeName(given: string, contentType: string, otherwise: string, length: number): string {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
  const name = /^\.*$/.test(plain) ? otherwise : plain
  const known = extensionOf(contentType)
  const dot = name.lastIndexOf('.')
  const end = dot > 0 ? name.slice(dot) : ''
  const extension = /\p{L}/u.test(end) && !/\s/.test(end) ? end : ''
  const stem = name.slice(0, name.length - extension.length)
  const ending = extension.length > 1 && extension.length <= LONGEST_EXTENSION ? extension : known ? `.${known}` : ''
  const whole = ending === extension ? stem : stem + extension
  return [...whole].reduce((kept, letter) => (kept.length + letter.length + ending.length > length ? kept : kept + letter), '') + ending
}
