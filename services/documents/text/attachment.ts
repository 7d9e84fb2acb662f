/** Turn the reading direction or hide: a name with them may look as if it had another extension. */
const DECEIVING = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/**
 * Content-Disposition of a download under any name (RFC 6266): an ASCII form for old clients and the name itself (RFC 8187), which
 * cannot leave the header, whatever is in it.
 */
export function attachment(name: string): string {
  const shown = name.toWellFormed().replace(DECEIVING, '') || 'file'
  const plain = shown.replace(/[^\x20-\x7e]|["\\%/]/g, '_')
  const encoded = encodeURIComponent(shown).replace(/['()*!]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
