import { element } from '../parts/element.js'
import { api } from './api.js'

/** Saves a reply as a file. By fetch, because a plain link would not carry the credentials. Rejects as `api`. */
export async function download(path, name) {
  const reply = await api(path)
  saveBlob(await reply.blob(), name)
}

/** Saves a text as a file. */
export const saveText = (text, name, type) => saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), name)

function saveBlob(blob, name) {
  const url = URL.createObjectURL(blob)
  element('a', { href: url, download: name }).click()
  // The browser has taken the blob over by then; without this it would stay in memory as long as the page.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
