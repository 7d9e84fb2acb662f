import { expect, test } from 'vitest'
import { nameFromUrl } from './name-from-url.ts'

test.each([
  ['https://example.org/a/report.pdf?x=1', undefined, 'application/pdf', 'report.pdf'],
  ['https://example.org/a/Gr%C3%B6%C3%9Fe.txt', undefined, 'text/plain; charset=utf-8', 'Größe.txt'],
  ['https://example.org/a/%ZZ.txt', undefined, 'text/plain', '%ZZ.txt'],
  ['https://example.org/a/%2e%2e%2fpasswd', undefined, '', 'passwd'],
  ['https://www.example.org/', undefined, 'text/html', 'www-example-org.html'],
  ['https://example.org/index.php', undefined, 'text/html', 'index.php.html'],
  ['https://example.org/get?id=7', 'attachment; filename="plan \\"A\\".docx"', 'application/octet-stream', 'plan "A".docx'],
  ['https://example.org/get', 'attachment; filename=plain.csv', 'text/csv', 'plain.csv'],
  ['https://example.org/get', `attachment; filename="old.pdf"; filename*=UTF-8''%E2%82%AC%20rates.pdf`, 'application/pdf', '€ rates.pdf'],
  ['https://example.org/get', 'attachment; filename="../../x.pdf"', 'application/pdf', 'x.pdf'],
  ['https://example.org/readme.md', undefined, 'text/plain', 'readme.md'],
  ['https://example.org/data.geojson', undefined, 'application/json', 'data.geojson'],
  ['https://example.org/photo.jpeg', undefined, 'image/jpeg', 'photo.jpeg'],
])('%s with %j of %j is %j', (url, disposition, type, name) => {
  expect(nameFromUrl(new URL(url), disposition, type)).toBe(name)
})
