/**
 * Whether what npm notes as installed (`node_modules/.package-lock.json`) is what `package-lock.json` asks for. Packages for other
 * systems may be missing, and those for development where they are not asked for; what no lock names may not be there.
 */
export function installedAsLocked(lock, installed, { dev }) {
  const { '': _project, ...wanted } = lock.packages
  const there = installed.packages
  if (Object.keys(there).some((path) => !Object.hasOwn(wanted, path))) return false
  return Object.entries(wanted).every(([path, { version, integrity, ...kind }]) => {
    const found = there[path]
    if (found) return found.version === version && (!found.integrity || !integrity || found.integrity === integrity)
    return Boolean(kind.optional || kind.devOptional || (kind.dev && !dev))
  })
}
