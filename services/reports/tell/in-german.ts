import { countIn, moneyIn, percentIn } from '../stored/language.ts'
import type { FieldName } from '../stored/layout.ts'
import type { FaultCode } from '../stored/says.ts'
import type { Telling } from './telling.ts'

const money = (amount: number) => moneyIn('de', amount)
const percent = (part: number, ...bounds: readonly number[]) => percentIn('de', part, ...bounds)

/** Subject with its verb, and the object of "enter". */
const spoken: Readonly<
  Record<FieldName, { readonly subject: string; readonly is: string; readonly object: string; readonly label: string }>
> = {
  id: { subject: 'Die Personalnummer', is: 'ist', object: 'die Personalnummer', label: 'Personalnummer' },
  name: { subject: 'Der Name', is: 'ist', object: 'den Namen', label: 'Name' },
  position: { subject: 'Die Stelle', is: 'ist', object: 'die Stelle', label: 'Stelle' },
  pool: { subject: 'Die Kostenstelle', is: 'ist', object: 'die Kostenstelle', label: 'Kostenpool' },
  salary: { subject: 'Das Gehalt', is: 'ist', object: 'das Gehalt', label: 'Gehalt' },
  benefits: { subject: 'Der Betrag der Nebenleistungen', is: 'ist', object: 'die Nebenleistungen', label: 'Nebenleistungen' },
  share: { subject: 'Der Bundesanteil', is: 'ist', object: 'den Bundesanteil', label: 'Bundesanteil' },
  period: { subject: 'Der Zeitraum', is: 'ist', object: 'den Zeitraum', label: 'Zeitraum' },
}
const why: Readonly<Record<FaultCode, string>> = {
  text_for_amount: 'ist ein Text und kein Betrag',
  no_amount: 'ist kein Betrag',
  percentage_for_amount: 'ist ein Prozentsatz und kein Betrag',
  date_for_amount: 'ist ein Datum und kein Betrag',
  formula_error: 'ist der Fehler einer Formel',
  too_large: 'ist größer, als der Betrag eines Menschen sein kann',
  no_share: 'ist kein Anteil',
  negative_share: 'ist ein negativer Anteil',
  no_quarter: 'ist kein Quartal',
  date_for_quarter: 'ist ein Datum und kein Quartal',
}
const forms: Readonly<Partial<Record<FieldName, string>>> = {
  salary: 'Tragen Sie den Betrag als Zahl ein, etwa 52000.00.',
  benefits: 'Tragen Sie den Betrag als Zahl ein, etwa 15600.00.',
  share: 'Tragen Sie den Anteil in Prozent ein, etwa 50%, oder als Teil von 1, etwa 0.5.',
  period: 'Tragen Sie das Quartal mit Jahr und Nummer ein, etwa 2026-Q1.',
}

export const inGerman: Telling = {
  rules: {
    missing_value: {
      title: 'Fehlender Wert',
      explanation:
        'Zu jedem Menschen gehören Personalnummer, Name, Stelle, Gehalt, Nebenleistungen, Bundesanteil und Zeitraum: Was fehlt, kann nicht gezählt werden.',
    },
    malformed_value: {
      title: 'Unlesbarer Wert',
      explanation:
        'Beträge müssen Zahlen sein, Anteile Prozente oder Teile von 1, Zeiträume Quartale wie 2026-Q1: Was das nicht ist, kann nicht gezählt werden.',
    },
    negative_amount: {
      title: 'Negativer Betrag',
      explanation: 'Gehälter und Nebenleistungen eines Quartals sind, was gezahlt wurde, und das ist nie weniger als nichts.',
    },
    duplicate_employee: {
      title: 'Doppelte Person',
      explanation: 'Jeder Mensch steht in einem Quartal einmal, über alle Blätter: Doppelt aufgeführte Kosten werden doppelt abgerechnet.',
    },
    total_mismatch: {
      title: 'Summe stimmt nicht',
      explanation:
        'Eine Zeile, die mit Total beginnt, wird aus ihren Zeilen nachgerechnet: aus allen Zeilen des Blattes darüber, aus denen seit der vorigen Summe oder aus denen der Kostenstelle, die sie nennt.',
    },
    federal_share_over_100: {
      title: 'Bundesanteil über 100 %',
      explanation: 'Der Bundesanteil ist ein Teil des Gezahlten, und kein Teil ist größer als das Ganze.',
    },
    benefits_ratio: {
      title: 'Nebenleistungen außer Verhältnis',
      explanation:
        'Nebenleistungen liegen meist zwischen 5 % und 60 % des Gehalts; was außerhalb liegt, ist oft ein Betrag in der falschen Spalte oder aus einer anderen Zeit.',
    },
    position_without_pool: {
      title: 'Stelle ohne Kostenstelle',
      explanation: 'Die Kostenstelle sagt, wie Zeitstudien für eine Stelle gelten; ohne sie gehen ihre Kosten in keine Abrechnung ein.',
    },
    quarter_change: {
      title: 'Änderung zum Vorquartal',
      explanation:
        'Gehälter und Nebenleistungen eines Menschen ändern sich von Quartal zu Quartal selten um mehr als ein Viertel; ein Tippfehler oft.',
    },
    outlier: {
      title: 'Ausreißer',
      explanation:
        'Ein Betrag wird mit denen derselben Stelle verglichen, mit seinem robusten z-Wert: wie viele mittlere Abweichungen er vom Median entfernt ist. Mindestens acht Werte sind nötig.',
    },
  },
  of: {
    missing: ({ field, who }) => ({
      message: `${spoken[field].subject} fehlt.`,
      suggestion: `Tragen Sie ${spoken[field].object} ${who === null ? 'dieser Person' : `von ${who}`} ein${field === 'benefits' ? '; 0, wenn es keine gibt' : ''}.`,
    }),
    no_column: ({ field }) => ({
      message: `Das Blatt hat keine Spalte für ${spoken[field].object}.`,
      suggestion: `Fügen Sie eine Spalte „${spoken[field].label}“ hinzu, oder sagen Sie beim Aufbau des Blattes, welche Spalte es ist.`,
    }),
    malformed: ({ field, shown, why: code }) => ({
      message: `${spoken[field].subject} „${shown}“ ${why[code]}.`,
      suggestion: forms[field] ?? `Tragen Sie ${spoken[field].object} ein.`,
    }),
    negative: ({ field, value }) => ({
      message: `${spoken[field].subject} ${spoken[field].is} negativ: ${money(value)}.`,
      suggestion: 'Tragen Sie ein, was gezahlt wurde; ein früheres Quartal wird im Bericht jenes Quartals berichtigt.',
    }),
    duplicate: ({ id, row, sheet, period }) => ({
      message: `Die Personalnummer „${id}“ steht für ${period} schon in Zeile ${row}${sheet === null ? '' : ` des Blattes „${sheet}“`}.`,
      suggestion:
        'Nehmen Sie eine der Zeilen heraus, oder berichtigen Sie ihre Personalnummer. Die Beträge eines Menschen gehören in eine Zeile.',
    }),
    total: ({ field, value, sum }) => ({
      message: `Die Summe (${spoken[field].label}) ist ${money(value)}, ihre Zeilen ergeben aber ${money(sum)}: ${money(Math.abs(sum - value))} zu ${sum > value ? 'wenig' : 'viel'}.`,
      suggestion: `Berichtigen Sie die falsche Zeile, oder setzen Sie die Summe auf ${money(sum)}. Eine Formel wie SUMME hält sie richtig.`,
    }),
    share: ({ share, most }) => ({
      message: `Der Bundesanteil ist ${percent(share, most)}, mehr als ${percent(most)}.`,
      suggestion:
        share >= 2 && share <= 100
          ? `Tragen Sie ${share}% oder ${share / 100} ein, wenn ${countIn('de', share)} Prozent gemeint sind.`
          : 'Tragen Sie einen Anteil zwischen 0% und 100% ein.',
    }),
    ratio: ({ ratio, min, max }) => ({
      message: `${ratio === null ? 'Neben einem Gehalt von nichts stehen Nebenleistungen' : `Die Nebenleistungen sind ${percent(ratio, min, max)} des Gehalts`}; üblich sind ${percent(min)} bis ${percent(max)}.`,
      suggestion: 'Prüfen Sie, ob Gehalt und Nebenleistungen aus demselben Quartal sind und in ihren Spalten stehen.',
    }),
    no_pool: ({ position, usual }) => ({
      message: `Die Stelle „${position}“ hat keine Kostenstelle.`,
      suggestion: usual
        ? `Andere mit dieser Stelle stehen in „${usual}“: Tragen Sie das ein, oder die richtige Kostenstelle.`
        : 'Tragen Sie die Kostenstelle zu dieser Stelle ein.',
    }),
    change: ({ field, before, now, change }) => ({
      message: `${spoken[field].subject} ${change === null ? 'ist neu' : `ist um ${percent(Math.abs(change))} ${change > 0 ? 'gestiegen' : 'gesunken'}`} gegenüber dem Vorquartal: damals ${money(before)}, jetzt ${money(now)}.`,
      suggestion: 'Prüfen Sie den Betrag; stimmt er, notieren Sie den Grund, etwa neue Stunden oder eine neue Stelle.',
    }),
    outlier: ({ field, value, position, of, median, score }) => ({
      message: `${spoken[field].subject} von ${money(value)} ist ungewöhnlich für „${position}“: Die Mitte von ${countIn('de', of)} ist ${money(median)} (robuster z-Wert ${score.toFixed(1).replace('.', ',')}).`,
      suggestion: 'Prüfen Sie den Betrag; stimmt er, ist nichts zu tun.',
    }),
  },
}
