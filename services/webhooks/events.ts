/** What endpoints can ask for: the public events of the log. */
export const webhookEvents = ['document.processed', 'document.removed', 'chat.completed', 'run.ended'] as const
export type WebhookEvent = (typeof webhookEvents)[number]
