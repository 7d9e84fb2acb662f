import { z } from 'zod'

/** A time with its zone, in the form in which columns keep times: UTC with milliseconds. */
export const timeText = z.iso
  .datetime({ offset: true, error: 'has to be a time such as 2026-01-15T09:30:00Z' })
  .transform((at) => new Date(at).toISOString())

/** What bounds a list by time. */
export const timeQuery = z.object({
  since: timeText.optional().describe('Not older than this time: 2026-01-15T09:30:00Z.'),
  until: timeText.optional().describe('Older than this time.'),
})
