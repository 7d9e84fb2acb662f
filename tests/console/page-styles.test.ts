import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const web = new URL('../../web/', import.meta.url).pathname
const classesAlone = (file: string): string[] =>
  [...readFileSync(`${web}${file}`, 'utf8').matchAll(/^\.([\w-]+)(?= ?\{|,$)/gm)].map((m) => m[1]!)

test('no page restyles a class of the frame by its name alone: the navigation would move with it', () => {
  const frame = new Set(['shell/side.css', 'shell/shell.css', 'shell/buttons.css'].flatMap(classesAlone))
  // Buttons have their classes as `button.quiet`.
  for (const [, name] of readFileSync(`${web}shell/buttons.css`, 'utf8').matchAll(/\.([\w-]+)/g)) frame.add(name!)
  const pages = globSync('pages/*/*.css', { cwd: web })
  expect([pages.length > 0, frame.has('quiet')]).toEqual([true, true])
  expect(
    pages.flatMap((file) =>
      classesAlone(file)
        .filter((name) => frame.has(name))
        .map((name) => `${file}: .${name}`),
    ),
  ).toEqual([])
})
