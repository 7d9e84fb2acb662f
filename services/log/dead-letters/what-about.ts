import { z } from 'zod'
import { epochOf } from '../../../schemas/document.ts'

/** What a record is about, as far as its value says so. */
export const aboutSchema = z.object({
  file: z.string().optional(),
  upload: z.string().optional(),
  run: z.string().optional(),
  /** Of a document: the number of the pass over it (`epochOf`). */
  pass: z.number().optional(),
})
export type About = Readonly<z.output<typeof aboutSchema>>

const valueSchema = z.object({
  upload_id: z.uuid().optional().catch(undefined),
  run_id: z.uuid().optional().catch(undefined),
  generation: z.int().positive().optional().catch(undefined),
  attempt: z.int().positive().optional().catch(undefined),
  file: z
    .object({ source_file: z.string().min(1).max(255) })
    .optional()
    .catch(undefined),
})

/** The name of its file, its upload and its pass, or its run; nothing of what is no JSON of these. */
export function whatAbout(value: string): About {
  const { upload_id: upload, run_id: run, file, generation, attempt } = valueSchema.safeParse(jsonOf(value)).data ?? {}
  const pass = upload && generation && attempt ? epochOf({ generation, attempt }) : undefined
  return { ...(file && { file: file.source_file }), ...(upload && { upload }), ...(run && { run }), ...(pass && { pass }) }
}

function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
