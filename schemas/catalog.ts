import { adminActed } from './admin.ts'
import { chatCompleted } from './chat.ts'
import { deadLetterChanged, deadLettered } from './dead-letter.ts'
import { uploadEvents } from './document.ts'
import { documentProcessed, documentRemoved } from './document-public.ts'
import type { EventType } from './event.ts'
import { feedbackGiven } from './feedback.ts'
import { indexCleared } from './index-admin.ts'
import { installationFounded } from './installation.ts'
import { promptChanged } from './prompt.ts'
import { runEvents } from './run.ts'
import { settingsChanged } from './settings.ts'
import { webhookDisabled, webhookExhausted } from './webhook.ts'

/** Every event and command of the platform. One entry here has one entry in topics.yaml. */
export const catalog = [
  ...uploadEvents,
  documentProcessed,
  documentRemoved,
  indexCleared,
  chatCompleted,
  promptChanged,
  feedbackGiven,
  settingsChanged,
  installationFounded,
  ...runEvents,
  deadLettered,
  deadLetterChanged,
  adminActed,
  webhookDisabled,
  webhookExhausted,
] as const satisfies readonly EventType[]

const byName = new Map<string, EventType>(catalog.map((e) => [e.name, e]))

/** The event type of this name, or undefined. */
export const eventType = (name: string): EventType | undefined => byName.get(name)
