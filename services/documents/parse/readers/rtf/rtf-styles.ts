/** Which paragraph styles are headings, by the style sheet of a document. */
export interface RtfStyles {
  /** A word of the style sheet. */
  take(word: string, number: number): void
  /** A piece of a style's name. */
  named(piece: string): void
  /** The end of a style. */
  end(): void
  /** Outline level of a style, from 0. */
  levelOf(style: number): number | undefined
}

const NAME = /^heading (\d)$/i

export function rtfStyles(): RtfStyles {
  const levels = new Map<number, number>()
  let [style, level, name] = [undefined as number | undefined, undefined as number | undefined, '']
  return {
    take(word, number) {
      if (word === 's') style = number
      else if (word === 'outlinelevel' && number < 9) level = number
    },
    named(piece) {
      name += piece
    },
    end() {
      const named = NAME.exec(name.replace(/;.*$/, '').trim())?.[1]
      const found = level ?? (named === undefined ? undefined : Number(named) - 1)
      if (style !== undefined && found !== undefined) levels.set(style, found)
      ;[style, level, name] = [undefined, undefined, '']
    },
    levelOf: (style) => levels.get(style),
  }
}
