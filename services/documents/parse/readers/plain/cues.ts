import type { DraftBlock } from '../../blocks/draft-block.ts'

/** The time line of a cue in SubRip and WebVTT (https://www.w3.org/TR/webvtt1/#webvtt-timestamp), with settings behind it in the latter. */
const TIMES = /^\s*((?:\d{1,3}:)?\d{1,2}:\d{2})(?:[.,]\d{1,3})?\s*-->\s*(?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?(?:\s.*)?$/
const VOICE = /^\s*<v(?:\.[^\s>]*)?\s+([^>]+)>/
/** `Name: text` at the begin of a cue; a name has no sign of a sentence in it. */
const NAMED = /^\s*(?:[-–>]+\s*)?(\p{Lu}[\p{L}\p{M}\d.'’ -]{0,60}):\s+(?=\S)/u
const TAG = /<\/?[a-z][^<>]{0,200}>|\{\\[^{}]{0,60}\}/gi
const SENTENCE_END = /[.!?…。！？]["'”’)\]]*$/
/** Cues of one speaker that follow each other are one utterance up to the end of a sentence, at most this long. */
const LONGEST = 400

interface Cue {
  readonly timestamp: string
  readonly speaker: string | undefined
  readonly text: string
}

/** How many lines at the begin of a text show whether it is a file of subtitles. */
export const CUE_LINES = 12

/** Whether a text that begins with these lines is one of subtitles: SubRip or WebVTT, whatever its name. */
export function areCues(lines: readonly string[]): boolean {
  const first = lines.find((l) => l.trim()) ?? ''
  return lines.some((l) => TIMES.test(l)) && (/^(?:WEBVTT\b|\d+\s*$)/.test(first) || TIMES.test(first))
}

/** Subtitles as utterances with their speaker, where one is named, and the time at which they begin. */
export function* cueBlocks(lines: Iterable<string>): Iterable<DraftBlock> {
  let open: Cue | undefined
  for (const cue of cuesOf(lines)) {
    const goesOn = open && open.speaker === cue.speaker && !SENTENCE_END.test(open.text) && open.text.length + cue.text.length < LONGEST
    if (open && goesOn) open = { ...open, text: `${open.text} ${cue.text}` }
    else {
      if (open) yield blockOf(open)
      open = cue
    }
  }
  if (open) yield blockOf(open)
}

const blockOf = ({ timestamp, speaker, text }: Cue): DraftBlock =>
  speaker ? { type: 'utterance', text: `${speaker}: ${text}`, timestamp, speaker } : { type: 'utterance', text, timestamp }

function* cuesOf(lines: Iterable<string>): Iterable<Cue> {
  let timestamp: string | undefined
  let text: string[] = []
  const close = (): Cue[] => {
    const cue = timestamp === undefined ? [] : cueOf(timestamp, text.join(' '))
    timestamp = undefined
    text = []
    return cue
  }
  for (const line of lines) {
    const times = TIMES.exec(line)
    if (times || !line.trim()) yield* close()
    if (times) timestamp = times[1]
    else if (timestamp !== undefined && line.trim()) text.push(line)
  }
  yield* close()
}

function cueOf(timestamp: string, written: string): Cue[] {
  const voice = VOICE.exec(written)?.[1]?.trim()
  const bare = written.replace(TAG, '').replace(/\s+/g, ' ').trim()
  const named = voice === undefined ? NAMED.exec(bare) : null
  const text = named ? bare.slice(named[0].length) : bare
  return text ? [{ timestamp, speaker: voice ?? named?.[1]?.trim(), text }] : []
}
