import { element } from '../parts/element.js'

/** Saves bytes as a file under a name. */
export function saveBlob(blob, name) {
  const url = URL.createObjectURL(blob)
  element('a', { href: url, download: name }).click()
  // The browser has taken the blob over by then; without this it would stay in memory as long as the page.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
