import { z } from 'zod'

/** What a record is about, as far as its value says so. */
export const aboutSchema = z.object({
  file: z.string().optional(),
  upload: z.string().optional(),
  run: z.string().optional(),
})
export type About = Readonly<z.output<typeof aboutSchema>>

const valueSchema = z.object({
  upload_id: z.uuid().optional().catch(undefined),
  run_id: z.uuid().optional().catch(undefined),
  file: z
    .object({ source_file: z.string().min(1).max(255) })
    .optional()
    .catch(undefined),
})

/** The name of its file, its upload and its run; nothing of what is no JSON of these. */
export function whatAbout(value: string): About {
  const { upload_id: upload, run_id: run, file } = valueSchema.safeParse(jsonOf(value)).data ?? {}
  return { ...(file && { file: file.source_file }), ...(upload && { upload }), ...(run && { run }) }
}

function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
