import { editEmbedded } from '../annex/embedded/edit-embedded.ts'
import { type Exclusions, exclusionsOf } from '../annex/exclusions.ts'
import { judgeReply } from '../annex/judge-reply.ts'
import { partsOf } from '../annex/parts.ts'
import { draftedGuide, embeddedGuide, factsOf, messagesOf } from '../guides/guide-of-annex.ts'
import { mergeHtml } from '../html/merge.ts'
import { parseHtml } from '../html/parse-html.ts'
import { placing } from '../html/places.ts'
import { shownHtml } from '../html/sanitize.ts'

/** Everything that reads the HTML of plans; pure, of plain data, so that a thread can do it. */
export const works = {
  /** Each text as a page may show it. */
  shown: (texts: readonly string[]): string[] => texts.map(shownHtml),
  /** A text without anything that runs or loads; the rest keeps its bytes. */
  disarmed: (html: string): string => mergeHtml(html, html).html,
  excluded: (html: string, instruction: string): Exclusions => exclusionsOf(instruction, parseHtml(html).root, placing()),
  ...{ partsOf, judgeReply, editEmbedded },
  ...{ factsOf, messagesOf, embeddedGuide, draftedGuide },
}
export type Works = typeof works
