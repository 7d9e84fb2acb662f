import { styleText } from 'node:util'

export type Outcome = 'working' | 'done' | 'kept' | 'failed'

export interface Row {
  readonly name: string
  readonly stage: string
  /** 0 to 100. */
  readonly percent: number
  readonly outcome: Outcome
  /** Shown once, when the row has ended. */
  readonly note?: string
}

export interface ProgressBoard {
  update(row: Row): void
  /** Removes what is still live, so that other output can follow. */
  close(): void
}

const BAR = 24

/** A bar for each document at work: redrawn in place on a terminal, one line per change of stage elsewhere. */
export const createBoard = (out: NodeJS.WriteStream): ProgressBoard => (out.isTTY ? liveBoard(out) : plainBoard(out))

function liveBoard(out: NodeJS.WriteStream): ProgressBoard {
  const rows = new Map<string, Row>()
  let drawn = 0
  const erase = () => (drawn ? `\x1b[${drawn}A\x1b[0J` : '')
  const draw = (finished: string) => {
    const width = out.columns || 80
    const live = [...rows.values()].slice(0, Math.max(1, (out.rows || 24) - 2))
    out.write(`${erase()}${finished}${live.map((row) => `${rowLine(row, width, out)}\n`).join('')}`)
    drawn = live.length
  }
  return {
    update(row) {
      if (row.outcome === 'working') rows.set(row.name, row)
      else rows.delete(row.name)
      draw(row.outcome === 'working' ? '' : `${rowLine(row, out.columns || 80, out)}\n${noteLine(row)}`)
    },
    close() {
      out.write(erase())
      drawn = 0
      rows.clear()
    },
  }
}

function plainBoard(out: NodeJS.WriteStream): ProgressBoard {
  const last = new Map<string, string>()
  return {
    update(row) {
      const key = `${row.stage} ${row.outcome}`
      if (last.get(row.name) === key) return
      last.set(row.name, key)
      out.write(
        `${row.name}: ${{ failed: 'failed at ', kept: 'not searchable, ', working: '', done: '' }[row.outcome]}${row.stage} ${Math.round(row.percent)} %\n${noteLine(row)}`,
      )
    },
    close: () => last.clear(),
  }
}

const noteLine = (row: Row): string => (row.note ? `  ${row.note}\n` : '')

function rowLine({ name, stage, percent, outcome }: Row, width: number, stream: NodeJS.WriteStream): string {
  const filled = Math.round((BAR * percent) / 100)
  const room = Math.max(12, width - BAR - 24)
  const mark = {
    working: ' ',
    done: styleText('green', '✓', { stream }),
    kept: styleText('yellow', '○', { stream }),
    failed: styleText('red', '✗', { stream }),
  }[outcome]
  const color = ({ working: 'cyan', done: 'green', kept: 'yellow', failed: 'red' } as const)[outcome]
  const bar = styleText(color, '━'.repeat(filled), { stream }) + styleText('dim', '─'.repeat(BAR - filled), { stream })
  return `${mark} ${shorten(name, Math.min(room, 36))} ${bar} ${String(Math.round(percent)).padStart(3)} % ${stage}`
}

/** The text in exactly this many columns; its middle gives way when it is longer, so that the extension stays. */
export function shorten(text: string, columns: number): string {
  if (text.length <= columns) return text.padEnd(columns)
  const tail = Math.floor((columns - 1) / 2)
  return `${text.slice(0, columns - 1 - tail)}…${text.slice(text.length - tail)}`
}
