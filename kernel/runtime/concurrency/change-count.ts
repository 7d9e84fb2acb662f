/** Adds to the number of a name; one that is zero is kept no longer. */
export function changeCount<Name>(counts: Map<Name, number>, name: Name, by: number): void {
  const count = (counts.get(name) ?? 0) + by
  if (count > 0) counts.set(name, count)
  else counts.delete(name)
}
