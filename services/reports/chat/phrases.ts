/** The words of answers that no model writes, by language. */
const en = {
  held: 'A sentence was left out, because nothing that was looked up says its figures.',
  nothing:
    'The report does not tell me that in figures I can stand by. Ask for the summary, the errors, one finding, the totals, or the comparison with the quarter before.',
  help: 'Without a language model I answer these questions: the summary of the report, the list of errors (or warnings), “Explain finding” with its number, the totals by cost pool, and the comparison with the quarter before.',
  summary: (o: { file: string; district: string; period: string; rows: string }) =>
    `${o.file} of ${o.district} for ${o.period} has ${o.rows} rows.`,
  amounts: (o: { salary: string; benefits: string; total: string }) =>
    `Salaries are ${o.salary} and benefits ${o.benefits}, together ${o.total}.`,
  found: (o: { error: string; warning: string; info: string }) => `Findings: errors ${o.error}, warnings ${o.warning}, notes ${o.info}.`,
  clean: 'There are no findings.',
  none: 'There are none of this kind.',
  more: (n: string) => `In all there are ${n}; the list in the report shows them.`,
  listed: (o: { n: string; what: string; place: string; message: string }) => `${o.n}. ${o.what}, ${o.place}: ${o.message}`,
  place: (sheet: string, cell: string) => `sheet ${sheet}, ${cell}`,
  todo: (text: string) => `What to do: ${text}`,
  noBefore: (period: string) => `There is no checked report of the quarter before ${period} to compare with.`,
  against: (o: { period: string; before: string }) => `${o.period} beside ${o.before}:`,
  changed: (o: { what: string; now: string; before: string; change: string }) => `- ${o.what}: ${o.now}, before ${o.before} (${o.change})`,
  asNew: 'new',
  totalsOf: (period: string, by: 'pool' | 'position' | 'sheet') =>
    `Totals of ${period} by ${{ pool: 'cost pool', position: 'position', sheet: 'sheet' }[by]}, salaries and benefits together:`,
  group: (o: { name: string; total: string; salary: string; benefits: string }) =>
    `- ${o.name}: ${o.total} (salaries ${o.salary}, benefits ${o.benefits})`,
  words: { salary: 'Salaries', benefits: 'Benefits', total: 'Together' },
  failed: (why: string) => `That could not be looked up: ${why}`,
}
export type Phrases = typeof en

const de: Phrases = {
  held: 'Ein Satz wurde ausgelassen, weil nichts Nachgesehenes seine Zahlen nennt.',
  nothing:
    'Das sagt mir der Bericht nicht in Zahlen, für die ich einstehen kann. Fragen Sie nach der Zusammenfassung, den Fehlern, einem Befund, den Summen oder dem Vergleich mit dem Vorquartal.',
  help: 'Ohne Sprachmodell beantworte ich diese Fragen: die Zusammenfassung des Berichts, die Liste der Fehler (oder Warnungen), „Erkläre Befund“ mit seiner Nummer, die Summen je Kostenstelle und den Vergleich mit dem Vorquartal.',
  summary: (o) => `${o.file} von ${o.district} für ${o.period} hat ${o.rows} Zeilen.`,
  amounts: (o) => `Gehälter: ${o.salary}, Nebenleistungen: ${o.benefits}, zusammen ${o.total}.`,
  found: (o) => `Befunde: Fehler ${o.error}, Warnungen ${o.warning}, Hinweise ${o.info}.`,
  clean: 'Es gibt keine Befunde.',
  none: 'Davon gibt es keine.',
  more: (n) => `Insgesamt sind es ${n}; die Liste im Bericht zeigt sie.`,
  listed: (o) => `${o.n}. ${o.what}, ${o.place}: ${o.message}`,
  place: (sheet, cell) => `Blatt ${sheet}, ${cell}`,
  todo: (text) => `Was zu tun ist: ${text}`,
  noBefore: (period) => `Vom Quartal vor ${period} gibt es keinen geprüften Bericht zum Vergleich.`,
  against: (o) => `${o.period} neben ${o.before}:`,
  changed: (o) => `- ${o.what}: ${o.now}, davor ${o.before} (${o.change})`,
  asNew: 'neu',
  totalsOf: (period, by) =>
    `Summen von ${period} je ${{ pool: 'Kostenstelle', position: 'Stelle', sheet: 'Blatt' }[by]}, Gehälter und Nebenleistungen zusammen:`,
  group: (o) => `- ${o.name}: ${o.total} (Gehälter ${o.salary}, Nebenleistungen ${o.benefits})`,
  words: { salary: 'Gehälter', benefits: 'Nebenleistungen', total: 'Zusammen' },
  failed: (why) => `Das ließ sich nicht nachsehen: ${why}`,
}

const es: Phrases = {
  held: 'Se omitió una frase, porque nada de lo consultado dice sus cifras.',
  nothing:
    'El informe no me dice eso con cifras que pueda sostener. Pregunte por el resumen, los errores, un hallazgo, los totales o la comparación con el trimestre anterior.',
  help: 'Sin modelo de lenguaje respondo a estas preguntas: el resumen del informe, la lista de errores (o advertencias), «Explica el hallazgo» con su número, los totales por grupo de costos y la comparación con el trimestre anterior.',
  summary: (o) => `${o.file} de ${o.district} para ${o.period} tiene ${o.rows} filas.`,
  amounts: (o) => `Salarios: ${o.salary}; prestaciones: ${o.benefits}; en conjunto ${o.total}.`,
  found: (o) => `Hallazgos: errores ${o.error}, advertencias ${o.warning}, notas ${o.info}.`,
  clean: 'No hay hallazgos.',
  none: 'No hay ninguno de este tipo.',
  more: (n) => `En total son ${n}; la lista del informe los muestra.`,
  listed: (o) => `${o.n}. ${o.what}, ${o.place}: ${o.message}`,
  place: (sheet, cell) => `hoja ${sheet}, ${cell}`,
  todo: (text) => `Qué hacer: ${text}`,
  noBefore: (period) => `No hay un informe revisado del trimestre anterior a ${period} con el que comparar.`,
  against: (o) => `${o.period} frente a ${o.before}:`,
  changed: (o) => `- ${o.what}: ${o.now}, antes ${o.before} (${o.change})`,
  asNew: 'nuevo',
  totalsOf: (period, by) =>
    `Totales de ${period} por ${{ pool: 'grupo de costos', position: 'puesto', sheet: 'hoja' }[by]}, salarios y prestaciones en conjunto:`,
  group: (o) => `- ${o.name}: ${o.total} (salarios ${o.salary}, prestaciones ${o.benefits})`,
  words: { salary: 'Salarios', benefits: 'Prestaciones', total: 'En conjunto' },
  failed: (why) => `No se pudo consultar: ${why}`,
}

const known = { en, de, es }
export type Language = keyof typeof known
export const phrasesOf = (language: Language): Phrases => known[language]

const SIGNS: Readonly<Record<Language, RegExp>> = {
  de: /\b(?:der|die|das|den|dem|ist|sind|und|mit|bitte|fasse|liste|erkläre|vergleiche|summen?|fehler|befunde?|bericht|vorquartal|wie|welche|warum|zeige?|hallo|steht|soll|ich|zeilen?|spalte|viele?|gibt|zuerst)\b/giu,
  es: /(?<!\p{L})(?:el|la|los|las|es|son|con|por|resume|resumen|lista|explica|compara|totales|hallazgos?|informe|trimestre|cuáles|qué|cómo|muestra|hola|errores|cuánt[oa]s?|hay|gana|quién|filas?|empleados)(?!\p{L})/giu,
  en: /\b(?:the|is|are|and|with|please|summar\w*|list|explain|compare|totals?|findings?|report|quarter|how|which|what|why|show|hello|errors)\b/giu,
}

/** The language of a question, by its commonest words; English where nothing tells. */
export function languageOf(text: string): Language {
  const count = (language: Language) => text.slice(0, 2000).match(SIGNS[language])?.length ?? 0
  return (['en', 'de', 'es'] as const).reduce((best, one) => (count(one) > count(best) ? one : best))
}
