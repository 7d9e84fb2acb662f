import { api } from './api.js'
import { saveBlob } from './save-blob.js'

/** Saves a reply as a file. By fetch, because a plain link would not carry the credentials. Rejects as `api`. */
export async function download(path, name) {
  const reply = await api(path)
  saveBlob(await reply.blob(), name)
}

/** Saves a text as a file. */
export const saveText = (text, name, type) => saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), name)
