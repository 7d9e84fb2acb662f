import { z } from 'zod'

const replySchema = z.object({ upload_id: z.string() })
const listSchema = z.looseObject({ status: z.string() })

/** Sends texts, so many at a time, and resolves with their upload ids when all are accepted. */
export async function sendTexts(url: string, texts: Iterator<readonly [name: string, text: string]>, senders = 16): Promise<string[]> {
  const ids: string[] = []
  const sender = async () => {
    for (let next = texts.next(); !next.done; next = texts.next()) {
      const [name, text] = next.value
      const form = new FormData()
      form.append('metadata', JSON.stringify({ title: name, doc_type: 'bench' }))
      form.append('file', new Blob([text]), name)
      const reply = await fetch(`${url}/api/v2/upload`, { method: 'POST', body: form })
      if (reply.status !== 202) throw new Error(`${name} was answered with ${reply.status}: ${await reply.text()}`)
      ids.push(replySchema.parse(await reply.json()).upload_id)
    }
  }
  await Promise.all(Array.from({ length: senders }, sender))
  return ids
}

/** Waits for one upload after the other, so that the questions cost next to nothing. Rejects where one fails. */
export async function untilSearchable(url: string, ids: readonly string[], patienceMs = 3_600_000): Promise<void> {
  const end = performance.now() + patienceMs
  for (const id of ids)
    for (;;) {
      const { status } = listSchema.parse(await (await fetch(`${url}/api/v2/upload/status/${id}`)).json())
      if (status === 'complete') break
      if (status === 'error') throw new Error(`upload ${id} failed`)
      if (performance.now() > end) throw new Error(`upload ${id} is still ${status}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
}
