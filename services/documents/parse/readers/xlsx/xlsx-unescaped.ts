/** Text of a workbook: characters that XML cannot hold are written as _xHHHH_ there (ECMA-376 part 1, 22.4.2.4 ST_Xstring). */
export const unescaped = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
