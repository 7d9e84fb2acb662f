import type { ChatMessage } from '../../../kernel/llm/llm.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { classify } from './classify.ts'
import type { Annex, Draft, Guide, Role } from './guide.ts'
import { type GuideFacts, makeGuide } from './make-guide.ts'
import { pickRoles } from './pick-roles.ts'
import { guideMessages } from './prompt.ts'
import { type AnnexElement, readAnnex } from './read-annex.ts'
import { writeEmbedded } from './write-embedded.ts'

/** What of a plan, and of what was asked, makes the guide of one annex. */
export interface GuideWish {
  readonly organizationId: string
  readonly annex: Annex
  /** Of the annex in the plan, from 0. */
  readonly place: number
  readonly allRoles: readonly Role[]
  /** Ids of the roles that were asked for; absent: all. */
  readonly selected?: readonly string[] | undefined
  readonly writer: GuideFacts['writer']
}

/** All of the plan's roles, or those of the selected ones that the annex is about. WorkError empty_annex. */
export function factsOf({ organizationId, annex, place, allRoles, selected, writer }: GuideWish): GuideFacts {
  const elements = elementsOf(annex)
  const asked = allRoles.filter(({ id }) => selected?.includes(id))
  const text = [annex.name, ...elements.map((element) => element.text)].join('\n')
  const roles: readonly Role[] = selected ? pickRoles(text, asked, allRoles) : allRoles
  return {
    ...{ organizationId, annex, allRoles, roles, writer },
    classification: classify(annex, place),
    management: selected ? 'ASSIGN_SELECTED' : 'ASSIGN_ALL',
  }
}

/** What a model is asked. `refused`: why its answer before was of no use. */
export const messagesOf = (facts: GuideFacts, refused?: string): ChatMessage[] => guideMessages(facts, elementsOf(facts.annex), refused)

/** The guide that needs no model. WorkError empty_annex. */
export function embeddedGuide(wish: GuideWish): Guide {
  const facts = factsOf(wish)
  const elements = elementsOf(facts.annex)
  return withSteps(makeGuide(facts, elements, writeEmbedded(elements, { roles: facts.roles, all: facts.allRoles })))
}

/** The guide of what a model wrote. WorkError empty_annex. */
export const draftedGuide = (facts: GuideFacts, draft: Draft): Guide => withSteps(makeGuide(facts, elementsOf(facts.annex), draft))

function elementsOf({ html }: Annex): readonly AnnexElement[] {
  const elements = readAnnex(html)
  if (elements.length === 0) throw new WorkError('empty_annex', 'The annex has no text; write what is to be done first.')
  return elements
}

function withSteps(guide: Guide): Guide {
  if (guide.contentBlocks.length > 0) return guide
  throw new WorkError('empty_annex', 'The annex names no step that a guide could show; add its courses of action.')
}
