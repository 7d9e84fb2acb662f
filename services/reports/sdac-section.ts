import { z } from 'zod'
import { defineSection } from '../../kernel/config/section.ts'

const threshold = (value: number, description: string) =>
  z.object({ threshold: z.number().min(0).max(1e12).default(value).describe(description) }).prefault({})

/** What belongs to the review of cost reports. */
export const sdacSection = defineSection({
  name: 'sdac',
  schema: z.object({
    rules: z
      .object({
        total_mismatch: threshold(0.005, 'Maximum difference between a total and the sum of its rows, in dollars.'),
        federal_share_over_100: threshold(1, 'Maximum federal share. 1 means 100%.'),
        benefits_ratio: z
          .object({
            min: z.number().min(0).max(10).default(0.05).describe('Minimum ratio of benefits to salary. 0.05 means 5%.'),
            max: z.number().min(0).max(10).default(0.6).describe('Maximum ratio of benefits to salary. 0.6 means 60%.'),
          })
          .prefault({}),
        quarter_change: threshold(0.25, 'Maximum change from the previous quarter. 0.25 means 25%.'),
        outlier: threshold(3.5, 'Maximum robust z-score among at least 8 amounts of one position.'),
      })
      .prefault({}),
    sessions: z
      .object({ ttl_hours: z.number().min(0.001).max(8760).default(24).describe('Lifetime of a session, in hours.') })
      .prefault({}),
    conversations: z
      .object({
        ttl_minutes: z.number().min(0.01).max(525_600).default(60).describe('Lifetime of a conversation after its last turn, in minutes.'),
      })
      .prefault({}),
    limits: z
      .object({
        questions_per_session: z.int().min(1).max(1e9).default(200).describe('Maximum number of questions per session and day.'),
        questions_per_day: z
          .int()
          .min(1)
          .max(1e9)
          .default(5000)
          .describe('Maximum number of questions per subject and day. A subject is, for example, the server of a host page.'),
        uploads_per_day: z
          .int()
          .min(1)
          .max(1e9)
          .default(1000)
          .describe('Maximum number of workbooks that one subject uploads or checks again through the widget per day.'),
      })
      .prefault({}),
    max_file_size_mb: z.number().positive().max(100).default(100).describe('Maximum size of a workbook, in megabytes.'),
    max_rows: z.int().min(1).max(1_000_000).default(200_000).describe('Maximum number of rows that are read from a workbook.'),
  }),
})
export type SdacSettings = z.output<typeof sdacSection.schema>
