const extensionOf = (name) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * Reads the details that all files of an upload share. Undefined when they do not go together; the field says why and has the focus.
 * `fieldsFor(file, title)` gives the form fields that go with one file.
 * @param {(id: string) => HTMLInputElement} byId
 */
export function readDetails(byId) {
  const text = (id) => byId(id).value.trim() || undefined
  const from = text('effective-date')
  const to = text('expiry-date')
  const wrong = Boolean(from && to && to < from)
  byId('expiry-problem').hidden = !wrong
  byId('expiry-date').setAttribute('aria-invalid', String(wrong))
  if (wrong) {
    byId('expiry-date').focus()
    return undefined
  }
  const tags = (text('tags') ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  const shared = {
    ...(tags.length ? { tags } : {}),
    confidentiality: text('confidentiality'),
    business_unit: text('business-unit'),
    effective_date: from,
    expiry_date: to,
  }
  const docType = text('doc-type')
  const index = text('target-index')
  const replace = byId('replace').checked
  return {
    fieldsFor: (file, title) => ({
      metadata: JSON.stringify({ title, doc_type: docType ?? (extensionOf(file.name) || 'document'), ...shared }),
      ...(index ? { target_index: index } : {}),
      ...(replace ? { replace_existing: 'true' } : {}),
    }),
  }
}
