import { type Language, languages } from '../stored/language.ts'
import { foldWords } from './fold-words.ts'

/** The words of answers that no model writes, by language. */
const en = {
  held: 'A sentence was left out, because nothing that was looked up says its figures.',
  nothing:
    'The report does not tell me that in figures I can stand by. Ask for the summary, the errors, one finding, the totals, or the comparison with the quarter before.',
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
  away: 'The answer could not be given just now. Ask again in a while.',
}
export type Phrases = typeof en

const de: Phrases = {
  held: 'Ein Satz wurde ausgelassen, weil nichts Nachgesehenes seine Zahlen nennt.',
  nothing:
    'Das sagt mir der Bericht nicht in Zahlen, für die ich einstehen kann. Fragen Sie nach der Zusammenfassung, den Fehlern, einem Befund, den Summen oder dem Vergleich mit dem Vorquartal.',
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
  away: 'Die Antwort konnte gerade nicht gegeben werden. Fragen Sie später noch einmal.',
}

const es: Phrases = {
  held: 'Se omitió una frase, porque nada de lo consultado dice sus cifras.',
  nothing:
    'El informe no me dice eso con cifras que pueda sostener. Pregunte por el resumen, los errores, un hallazgo, los totales o la comparación con el trimestre anterior.',
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
  away: 'La respuesta no pudo darse en este momento. Pregunte de nuevo más tarde.',
}

const known = { en, de, es }
export const phrasesOf = (language: Language): Phrases => known[language]

/** Commonest words, folded; those of questions about costs with them. */
const SIGNS: Readonly<Record<Language, ReadonlySet<string>>> = {
  de: new Set(
    `der die das den dem des ist sind und mit bitte fasse liste erklare vergleiche summe summen fehler befund befunde bericht vorquartal wie welche welcher welches warum wieso zeige zeig
    hallo guten tag steht soll ich zeile zeilen spalte viel viele gibt zuerst wer was fur bei im in von durchschnitt gehalt gehalter stelle stellen kostenstelle hochste hochsten
    verdient am meisten wenigsten mitarbeiter doppelt doppelte danke hilfe kannst du bedeutet ohne kein keine nicht und wurde sie er ihr nebenleistungen quartal jahr warnungen kostet wieviel letzten danke schon hat`.split(
      /\s+/,
    ),
  ),
  es: new Set(
    `el la los las es son con por resume resumen lista explica compara totales hallazgo hallazgos informe trimestre cual cuales que como muestra hola errores cuanto cuanta cuantos cuantas
    hay gana quien quienes fila filas empleado empleados salario salarios promedio puesto puestos grupo del al una un mas menos para esta este gracias ayuda significa sin y en de mayor
    cuesta duplicados duplicado mejor pagado pagada advertencias prestaciones ano`.split(/\s+/),
  ),
  en: new Set(
    `the is are and with please summary summarise summarize list explain compare total totals finding findings report quarter how which what why show hello errors who of in for row to do does
    many much highest average salary paid by without there was anything wrong than a an any me thanks employees`.split(/\s+/),
  ),
}

/** The language of a question, by its commonest words; the other one where nothing tells. */
export function languageOf(text: string, otherwise: Language = 'en'): Language {
  const words = foldWords(text.slice(0, 2000)).split(' ')
  const count = (language: Language) => words.filter((word) => SIGNS[language].has(word)).length
  const known = languages.map((language) => ({ language, n: count(language) }))
  const most = Math.max(...known.map(({ n }) => n))
  const best = known.filter(({ n }) => n === most).map(({ language }) => language)
  return most === 0 || best.includes(otherwise) ? otherwise : best[0]!
}
