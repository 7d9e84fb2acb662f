/** Every file of a drop, folders with all that is below them; hidden files are left out. */
export async function filesOfDrop(transfer) {
  // The items are gone after the first await, so all entries are taken now.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean)
  if (entries.length === 0) return [...transfer.files]
  return (await Promise.all(entries.map(filesOfEntry))).flat()
}

async function filesOfEntry(entry) {
  if (entry.name.startsWith('.')) return []
  if (entry.isFile) return [await new Promise((resolve, reject) => entry.file(resolve, reject))]
  const reader = entry.createReader()
  const files = []
  for (;;) {
    const batch = await new Promise((resolve, reject) => reader.readEntries(resolve, reject))
    if (batch.length === 0) return files
    files.push(...(await Promise.all(batch.map(filesOfEntry))).flat())
  }
}
