import { countIn, moneyIn, percentIn } from '../stored/language.ts'
import type { FieldName } from '../stored/layout.ts'
import type { FaultCode } from '../stored/says.ts'
import type { Telling } from './telling.ts'

const money = (amount: number) => moneyIn('es', amount)
const percent = (part: number, ...bounds: readonly number[]) => percentIn('es', part, ...bounds)

/** With its article; all of them in the singular. */
const spoken: Readonly<Record<FieldName, string>> = {
  id: 'el número de empleado',
  name: 'el nombre',
  position: 'el puesto',
  pool: 'el grupo de costos',
  salary: 'el salario',
  benefits: 'el importe de las prestaciones',
  share: 'la participación federal',
  period: 'el periodo',
}
const labels: Readonly<Record<FieldName, string>> = {
  id: 'Número de empleado',
  name: 'Nombre',
  position: 'Puesto',
  pool: 'Grupo de costos',
  salary: 'Salario',
  benefits: 'Prestaciones',
  share: 'Participación federal',
  period: 'Periodo',
}
const subject = (field: FieldName) => `${spoken[field][0]!.toUpperCase()}${spoken[field].slice(1)}`
const of = (field: FieldName) => `de ${spoken[field]}`.replace(/^de el /, 'del ')
const why: Readonly<Record<FaultCode, string>> = {
  text_for_amount: 'es un texto y no un importe',
  no_amount: 'no es un importe',
  percentage_for_amount: 'es un porcentaje y no un importe',
  date_for_amount: 'es una fecha y no un importe',
  formula_error: 'es el error de una fórmula',
  too_large: 'es mayor que cualquier importe posible de una persona',
  no_share: 'no es una participación',
  negative_share: 'es una participación negativa',
  no_quarter: 'no es un trimestre',
  date_for_quarter: 'es una fecha y no un trimestre',
}
const forms: Readonly<Partial<Record<FieldName, string>>> = {
  salary: 'Escriba el importe como número, por ejemplo 52000.00.',
  benefits: 'Escriba el importe como número, por ejemplo 15600.00.',
  share: 'Escriba la participación en porcentaje, por ejemplo 50%, o como parte de 1, por ejemplo 0.5.',
  period: 'Escriba el trimestre con año y número, por ejemplo 2026-Q1.',
}

export const inSpanish: Telling = {
  rules: {
    missing_value: {
      title: 'Valor que falta',
      explanation:
        'Cada empleado necesita número, nombre, puesto, salario, prestaciones, participación federal y periodo: lo que falta no se puede contar.',
    },
    malformed_value: {
      title: 'Valor ilegible',
      explanation:
        'Los importes deben ser números; las participaciones, porcentajes o partes de 1; los periodos, trimestres como 2026-Q1: lo demás no se puede contar.',
    },
    negative_amount: {
      title: 'Importe negativo',
      explanation: 'Los salarios y prestaciones de un trimestre son lo que se pagó, y eso nunca es menos que nada.',
    },
    duplicate_employee: {
      title: 'Empleado duplicado',
      explanation: 'Un empleado figura una sola vez en un trimestre, en todas las hojas: los costos repetidos se reclaman dos veces.',
    },
    total_mismatch: {
      title: 'Total que no cuadra',
      explanation:
        'Una fila que empieza con Total se vuelve a sumar a partir de sus filas: todas las de la hoja por encima, las que siguen al total anterior o las del grupo que nombra.',
    },
    federal_share_over_100: {
      title: 'Participación federal superior al 100 %',
      explanation: 'La participación federal es una parte de lo pagado, y ninguna parte es mayor que el todo.',
    },
    benefits_ratio: {
      title: 'Prestaciones desproporcionadas',
      explanation:
        'Las prestaciones suelen estar entre el 5 % y el 60 % del salario; lo que queda fuera suele ser un importe en otra columna o de otro tiempo.',
    },
    position_without_pool: {
      title: 'Puesto sin grupo de costos',
      explanation:
        'El grupo de costos dice cómo se aplican los estudios de tiempo a un puesto; sin él, sus costos no entran en ninguna reclamación.',
    },
    quarter_change: {
      title: 'Cambio frente al trimestre anterior',
      explanation:
        'Los salarios y prestaciones de un empleado rara vez cambian más de una cuarta parte de un trimestre a otro; un error de tecleo, a menudo.',
    },
    outlier: {
      title: 'Valor atípico',
      explanation:
        'Un importe se compara con los del mismo puesto mediante su puntuación z robusta: a cuántas desviaciones medianas está de la mediana. Hacen falta al menos ocho valores.',
    },
  },
  of: {
    missing: ({ field, who }) => ({
      message: `Falta ${spoken[field]}.`,
      suggestion: `Escriba ${spoken[field]} de ${who ?? 'este empleado'}${field === 'benefits' ? '; 0 si no hay' : ''}.`,
    }),
    no_column: ({ field }) => ({
      message: `La hoja no tiene columna para ${spoken[field]}.`,
      suggestion: `Añada una columna llamada «${labels[field]}», o indique en la estructura qué columna es.`,
    }),
    malformed: ({ field, shown, why: code }) => ({
      message: `${subject(field)} «${shown}» ${why[code]}.`,
      suggestion: forms[field] ?? `Escriba ${spoken[field]}.`,
    }),
    negative: ({ field, value }) => ({
      message: `${subject(field)} es negativo: ${money(value)}.`,
      suggestion: 'Escriba el importe que se pagó; un trimestre anterior se corrige en el informe de ese trimestre.',
    }),
    duplicate: ({ id, row, sheet, period }) => ({
      message: `El empleado «${id}» ya figura en la fila ${row}${sheet === null ? '' : ` de la hoja «${sheet}»`}, para ${period}.`,
      suggestion: 'Quite una de las filas o corrija su número de empleado. Los importes de un empleado van en una sola fila.',
    }),
    total: ({ field, value, sum }) => ({
      message: `El total ${of(field)} es ${money(value)}, pero sus filas suman ${money(sum)}: ${money(Math.abs(sum - value))} de ${sum > value ? 'menos' : 'más'}.`,
      suggestion: `Corrija la fila equivocada o ponga el total en ${money(sum)}. Una fórmula como SUMA lo mantiene correcto.`,
    }),
    share: ({ share, most }) => ({
      message: `La participación federal es ${percent(share, most)}, más de ${percent(most)}.`,
      suggestion:
        share >= 2 && share <= 100
          ? `Escriba ${share}% o ${share / 100} si se trata del ${countIn('es', share)} por ciento.`
          : 'Escriba una participación entre 0% y 100%.',
    }),
    ratio: ({ ratio, min, max }) => ({
      message: `${ratio === null ? 'Hay prestaciones junto a un salario nulo' : `Las prestaciones son ${percent(ratio, min, max)} del salario`}; lo habitual es entre ${percent(min)} y ${percent(max)}.`,
      suggestion: 'Compruebe que salario y prestaciones sean del mismo trimestre y estén en sus columnas.',
    }),
    no_pool: ({ position, usual }) => ({
      message: `El puesto «${position}» no tiene grupo de costos.`,
      suggestion: usual
        ? `Otros de este puesto están en «${usual}»: escriba ese grupo o el correcto.`
        : 'Escriba el grupo de costos del puesto.',
    }),
    change: ({ field, before, now, change }) => ({
      message: `${subject(field)} ${change === null ? 'es nuevo' : `${change > 0 ? 'subió' : 'bajó'} ${percent(Math.abs(change))}`} frente al trimestre anterior: antes ${money(before)}, ahora ${money(now)}.`,
      suggestion: 'Compruebe el importe; si es correcto, anote el motivo, como otras horas o un puesto nuevo.',
    }),
    outlier: ({ field, value, position, of: many, median, score }) => ({
      message: `${subject(field)} de ${money(value)} es inusual para «${position}»: la mediana de ${countIn('es', many)} es ${money(median)} (puntuación z robusta ${score.toFixed(1)}).`,
      suggestion: 'Compruebe el importe; si es correcto, no hay nada que hacer.',
    }),
  },
}
