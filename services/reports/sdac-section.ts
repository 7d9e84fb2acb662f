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
        total_mismatch: threshold(0.005, 'Dollars by which a total may differ from the sum of its rows.'),
        federal_share_over_100: threshold(1, 'The largest federal share: 1 is 100 %.'),
        benefits_ratio: z
          .object({
            min: z.number().min(0).max(10).default(0.05).describe('The least benefits, as a part of the salary: 0.05 is 5 %.'),
            max: z.number().min(0).max(10).default(0.6).describe('The most benefits, as a part of the salary: 0.6 is 60 %.'),
          })
          .prefault({}),
        quarter_change: threshold(0.25, 'The largest change against the quarter before: 0.25 is 25 %.'),
        outlier: threshold(3.5, 'The largest robust z-score among at least 8 amounts of one position.'),
      })
      .prefault({}),
    sessions: z.object({ ttl_hours: z.number().min(0.001).max(8760).default(24).describe('Hours that a session lasts.') }).prefault({}),
    conversations: z
      .object({
        ttl_minutes: z.number().min(0.01).max(525_600).default(60).describe('Minutes after its last turn that a conversation lasts.'),
      })
      .prefault({}),
    limits: z
      .object({
        questions_per_session: z.int().min(1).max(1e9).default(200).describe('Questions of one session within a day.'),
        questions_per_day: z
          .int()
          .min(1)
          .max(1e9)
          .default(5000)
          .describe('Questions of one subject, such as a host page’s server, within a day.'),
        uploads_per_day: z
          .int()
          .min(1)
          .max(1e9)
          .default(1000)
          .describe('Workbooks that one subject sends, or has read anew, through the widget within a day.'),
      })
      .prefault({}),
    max_file_size_mb: z.number().positive().max(100).default(100).describe('Largest workbook that is accepted.'),
    max_rows: z.int().min(1).max(1_000_000).default(200_000).describe('Rows of one workbook that are read.'),
  }),
})
export type SdacSettings = z.output<typeof sdacSection.schema>
