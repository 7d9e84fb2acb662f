import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { decode, detectEncoding, encodingNamed } from './encoding.ts'

const russian = 'Имя;Город;Примечание\r\nАнна;Новосибирск;Школьный план эвакуации утверждён\r\nБорис;Томск;Проверка состоится в марте\r\n'
const german = 'Name;Größe;Ort\r\nMüller;1,80;Köln\r\nJäger;1,75;Düren\r\nJosé;1,70;Besançon\r\n'
const quoted = 'Er sagte „nein“ – und sie „doch“ … so ging’s weiter, aber dann wasn’t it enough‡ for “both”—naïve wie sie waren.\r\n'

function read(text: string, encoding: string): string {
  const bytes = iconv.encode(text, encoding)
  return [...decode(bytes, detectEncoding(bytes) ?? 'none')].join('')
}

test.each(['utf8', 'utf-16le', 'cp866', 'windows-1251', 'koi8-r'])('Russian in %s is read', (encoding) => {
  expect(read(russian, encoding)).toBe(russian)
})

test.each(['utf8', 'latin1', 'windows-1252', 'cp850', 'cp437'])('German in %s is read', (encoding) => {
  expect(read(german, encoding)).toBe(german)
})

const polish =
  'Śluzę północną sprawdza się co dziewięć tygodni. Jej dozorca zapisuje, co zostało zrobione, a zarząd czyta to na zebraniu. Łódź może wpłynąć dopiero po sygnale.\r\n'
const czech =
  'Severní stavidlo se kontroluje každých devět týdnů. Jeho správce zapíše, co bylo uděláno, a výbor si to přečte na schůzi. Loď smí vplout až po znamení.\r\n'
const turkish =
  'Kuzey kapağı dokuz haftada bir denetlenir. Görevlisi yapılanları yazar, kurul da toplantıda okur. Tekne ancak işaret verildikten sonra girebilir, çünkü akıntı güçlüdür.\r\n'

test.each([
  ['Polish', polish, 'windows-1250'],
  ['Polish', polish, 'iso-8859-2'],
  ['Czech', czech, 'windows-1250'],
  ['Czech', czech, 'iso-8859-2'],
  ['Turkish', turkish, 'windows-1254'],
])('%s is read: %s in %s', (_, text, encoding) => {
  expect(read(text, encoding)).toBe(text)
})

test.each([
  ['ISO-8859-1', 'windows-1252'],
  ['gb2312', 'gb2312'],
  ['utf-8', undefined],
  ['base64', undefined],
  ['nothing', undefined],
])('a file that names %s is in %s', (label, encoding) => {
  expect(encodingNamed(label)).toBe(encoding)
})

test('quotation marks and dashes do not make a Windows text a DOS one', () => {
  expect(read(quoted, 'windows-1252')).toBe(quoted)
})

test('a zero in a short text does not make it one of two bytes a character', () => {
  expect(detectEncoding(Buffer.from('hello\0world'))).toBeUndefined()
  expect(read('Zoë', 'utf-16le')).toBe('Zoë')
  expect(read('水車 A1', 'utf-16be')).toBe('水車 A1')
})

test('bytes that are no text have no encoding', () => {
  expect(detectEncoding(Uint8Array.from({ length: 400 }, (_, i) => (i * 7) % 256))).toBeUndefined()
})
