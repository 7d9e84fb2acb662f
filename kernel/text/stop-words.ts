/** English words that say nothing about a passage, in lower case. Dropped from a question when other words remain. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both but by can could did do does
  doing down during each few for from further had has have having he her here hers him his how i if in into is it its just me more most my
  no nor not now of off on once only or other our out over own same she should so some such than that the their them then there these they
  this those through to too under until up upon us very was we were what when where which while who whom whose why will with would you your
  many much tell give please`
    .split(/\s+/)
    .filter(Boolean),
)
