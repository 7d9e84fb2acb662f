import { isUtf8 } from 'node:buffer'
import { createRequire } from 'node:module'

// Most files need neither, and both are loaded in 11 ms.
const load = createRequire(import.meta.url)
const iconv = () => load('iconv-lite') as typeof import('iconv-lite')
const chardet = () => load('chardet') as typeof import('chardet')

const SAMPLE_BYTES = 256 * 1024
const MARKS: readonly { bytes: string; encoding: string }[] = [
  { bytes: '\xef\xbb\xbf', encoding: 'utf-8' },
  { bytes: '\xff\xfe\x00\x00', encoding: 'utf-32le' },
  { bytes: '\x00\x00\xfe\xff', encoding: 'utf-32be' },
  { bytes: '\xff\xfe', encoding: 'utf-16le' },
  { bytes: '\xfe\xff', encoding: 'utf-16be' },
]
/** Encodings of one byte a character that the detector often confuses on short texts; the superset of Latin-1 wins there if it is close. */
const WESTERN = /^(ISO-8859-(1|2|9|15)|windows-125[0247])$/i
const LATIN_1 = /^(ISO-8859-1|windows-1252)$/i
const CENTRAL_OR_TURKISH = /^(ISO-8859-[29]|windows-125[04])$/i
/** How far a text of Central Europe or Turkey is ahead of one of the West. */
const AHEAD = 1.15
/** Least confidence (of 100) by which a rarer encoding is believed. */
const SURE = 30

/** Name of the encoding for iconv-lite, or undefined when the bytes are no text. A sample may be cut inside a character. */
export function detectEncoding(bytes: Uint8Array): string | undefined {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SAMPLE_BYTES))
  const head = sample.subarray(0, 4).toString('latin1')
  const marked = MARKS.find((m) => head.startsWith(m.bytes))
  if (marked) return marked.encoding
  const wide = wideEncoding(sample)
  if (wide) return wide
  if (sample.includes(0) || controlShare(sample) > 0.02) return undefined
  if (isUtf8(bytes) || mostlyUtf8(sample)) return 'utf-8'
  return singleByteEncoding(sample)
}

/** Names of encodings that pages and XML files give, UTF aside. */
const NAMED = /^(windows-\d|iso-?8859|koi8|big5|gb|hz-gb|euc-|shift|x-sjis|ks_c|cp\d|ibm\d|x-?mac|mac|tis-620|us-ascii)/
/** What browsers take them for: code pages that hold more (WHATWG Encoding, 4.2). */
const MEANT: Readonly<Record<string, string>> = {
  'us-ascii': 'windows-1252',
  'iso-8859-1': 'windows-1252',
  'iso-8859-8-i': 'iso-8859-8',
  'iso-8859-9': 'windows-1254',
  'iso-8859-11': 'windows-874',
  'tis-620': 'windows-874',
}

/** The encoding that a file names for itself, for iconv-lite; undefined where it is unknown, or one that is seen in the bytes. */
export function encodingNamed(label: string): string | undefined {
  const name = label.trim().toLowerCase()
  const meant = MEANT[name] ?? name
  return NAMED.test(name) && iconv().encodingExists(meant) ? meant : undefined
}

/** Decodes in slices, so that a large file never stands in memory twice. The byte order mark is left out. */
export function* decode(bytes: Buffer, encoding: string, sliceBytes = 1 << 20): Iterable<string> {
  const decoder = iconv().getDecoder(encoding, { stripBOM: true })
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    const text = decoder.write(bytes.subarray(at, at + sliceBytes))
    if (text) yield text
  }
  const rest = decoder.end()
  if (rest) yield rest
}

/** UTF-16 without a mark: the zero bytes of ASCII characters all stand on one side of the pairs. */
function wideEncoding(sample: Buffer): string | undefined {
  const zeros = [0, 0]
  const pairs = sample.length >> 1
  for (let i = 0; i < pairs * 2; i++) if (sample[i] === 0) zeros[i & 1]!++
  const [even = 0, odd = 0] = zeros
  // Of Latin letters alone nearly each would have its zero: a text of one byte a character into which some have fallen.
  if (Math.max(even, odd) < pairs * 0.8 && sample.every(isZeroOrAscii)) return undefined
  const encoding = odd > even ? 'utf-16le' : 'utf-16be'
  if (pairs < 2 || Math.max(even, odd) < pairs * 0.04 || Math.min(even, odd) > pairs * 0.002) return undefined
  const text = iconv().decode(sample.subarray(0, pairs * 2), encoding)
  const strange = text.match(/[\u0000-\u0008\u000e-\u001f\ufffd\ufffe\uffff\ue000-\uf8ff]|\p{Cn}/gu)?.length ?? 0
  return strange > text.length * 0.01 ? undefined : encoding
}

const isZeroOrAscii = (byte: number): boolean => byte === 0 || (byte >= 32 && byte < 127) || (byte >= 9 && byte <= 13)

function controlShare(sample: Buffer): number {
  let count = 0
  for (const byte of sample) if ((byte < 32 && (byte < 8 || byte > 13) && byte !== 27 && byte !== 26) || byte === 127) count++
  return count / Math.max(1, sample.length)
}

/** UTF-8 with a few broken bytes, or cut at the end of the sample. */
function mostlyUtf8(sample: Buffer): boolean {
  const text = sample.toString('utf8')
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const multibyte = text.match(/[\u0080-\ufffc]/g)?.length ?? 0
  return multibyte > broken * 10
}

function singleByteEncoding(sample: Buffer): string {
  if (looksLikeCp866(sample)) return 'cp866'
  if (looksLikeCp850(sample)) return 'cp850'
  const { encodingExists } = iconv()
  const guesses = chardet()
    .analyse(sample)
    .filter((g) => encodingExists(g.name) && !/^UTF/i.test(g.name))
  const best = guesses[0]
  const western = guesses.find((g) => LATIN_1.test(g.name))?.confidence ?? 0
  if (best && CENTRAL_OR_TURKISH.test(best.name) && best.confidence >= SURE && best.confidence > western * AHEAD) return best.name
  if (!best || WESTERN.test(best.name) || best.confidence < SURE) return 'windows-1252'
  return best.name
}

/**
 * Russian in DOS code page 866, which the detector does not know: its letters lie at 0x80–0xAF and 0xE0–0xEF, where
 * windows-1251 has rare letters and KOI8-R has box drawings. Of all letters in Russian about two thirds are а–п (0xA0–0xAF).
 */
function looksLikeCp866(sample: Buffer): boolean {
  let high = 0
  let lower = 0
  let letters = 0
  for (const byte of sample) {
    if (byte < 0x80) continue
    high++
    if (byte <= 0xaf || (byte >= 0xe0 && byte <= 0xef)) letters++
    if (byte >= 0xa0 && byte <= 0xaf) lower++
  }
  return high >= 20 && letters > high * 0.95 && lower > high * 0.4
}

/** ü é ä ç ö of DOS code pages 850 and 437; in windows-1252 two are undefined there and three are quotation marks and a dagger. */
const DOS_LETTERS: ReadonlySet<number> = new Set([0x81, 0x82, 0x84, 0x87, 0x94])
const isAsciiLetter = (byte: number | undefined): boolean => byte !== undefined && (byte | 32) >= 97 && (byte | 32) <= 122

/** Western European DOS text, which the detector does not know: letters inside words where windows-1252 has signs that part words. */
function looksLikeCp850(sample: Buffer): boolean {
  let dos = 0
  let inside = 0
  for (let i = 1; i + 1 < sample.length; i++) {
    if (sample[i]! < 0x80 || !isAsciiLetter(sample[i - 1]) || !isAsciiLetter(sample[i + 1])) continue
    inside++
    if (DOS_LETTERS.has(sample[i]!)) dos++
  }
  return dos >= 2 && dos * 2 > inside
}
