import { expect, test } from 'vitest'
import type { Page } from '../../kernel/docs/pages.ts'
import { sectionsOfMap } from './map-sections.ts'
import { openManual } from './open-manual.ts'
import { renderMarkdown } from './render-markdown.ts'
import { renderPage } from './render-page.ts'

const pageOf = (path: string, markdown: string): Page => ({
  title: path.split('/').at(-1) || 'Map',
  summary: `About ${path}.`,
  internal: false,
  questions: ['What is hidden?'],
  file: path === '' ? 'docs/README.md' : `docs/${path}.md`,
  path,
  markdown,
})
const upload = pageOf('how-to/upload', '# upload\n')
const others = [
  pageOf(
    '',
    '# Map\n\n## How-to guides\n\n### Documents\n\n- [Up](how-to/upload.md)\n- [Ask](how-to/ask.md)\n\n## Reference\n\n- [HTTP](reference/http-api.md)\n',
  ),
  pageOf('how-to/ask', '# ask\n\n## First\n\n## Second\n'),
  pageOf('reference/http-api', '# HTTP\n'),
]
const pages = new Map([upload, ...others].map((page) => [page.file, page]))
const render = (markdown: string) => renderMarkdown({ ...upload, markdown }, pages)

test.each([
  ['[a](ask.md)', '<a href="/docs/how-to/ask">a</a>'],
  ['[a](../how-to/ask.md#first)', '<a href="/docs/how-to/ask#first">a</a>'],
  ['[a](../reference/http-api.md)', '<a href="/docs/reference/http-api">a</a>'],
  ['[a](../README.md)', '<a href="/docs">a</a>'],
  ['[a](#here)', '<a href="#here">a</a>'],
  ['[a](https://example.org/x)', '<a href="https://example.org/x" rel="noopener">a</a>'],
  ['[the client](../../clients/subscribe)', 'the client (<code>clients/subscribe</code>)'],
  ['[`clients/subscribe`](../../clients/subscribe)', '<code>clients/subscribe</code>'],
  ['[ARCHITECTURE.md](../../ARCHITECTURE.md)', '<code>ARCHITECTURE.md</code>'],
  ['[a](missing.md)', 'a (<code>docs/how-to/missing.md</code>)'],
  ['[a](javascript:alert)', 'a (<code>docs/how-to/javascript:alert</code>)'],
  ['![Flow](../images/flow.svg)', '<img src="/docs/images/flow.svg" alt="Flow" loading="lazy">'],
  ['![Flow](https://example.org/x.png)', 'Flow'],
  ['a <b onclick="x">', 'a &#60;b onclick=&#34;x&#34;&#62;'],
])('%s becomes %s', (markdown, html) => {
  expect(render(markdown).html).toBe(`<p>${html}</p>\n`)
})

test('headings get the anchors of GitHub and are listed without their links', () => {
  const { html, headings } = render('# upload\n\n## Set `A_B`\n\n### Why?\n\n## Why?\n\n## See [more](ask.md)\n')
  expect(headings).toEqual([
    { depth: 2, anchor: 'set-a_b', html: 'Set <code>A_B</code>' },
    { depth: 3, anchor: 'why', html: 'Why?' },
    { depth: 2, anchor: 'why-1', html: 'Why?' },
    { depth: 2, anchor: 'see-more', html: 'See more' },
  ])
  expect(html).toContain('<h2 id="set-a_b"><a href="#set-a_b">Set <code>A_B</code></a></h2>')
  expect(html).not.toContain('<h1')
})

test('a block of code shows its file, and no other word of its info string', () => {
  const { html } = render('```ts file=a.ts\nconst a = "<b>" // c\n```\n\n```sh server needs=docker\nnpm start\n```\n')
  expect(html).toContain('<figcaption>a.ts</figcaption>')
  expect(html).toContain(
    '<span class="keyword">const</span> a = <span class="string">&#34;&#60;b&#62;&#34;</span> <span class="comment">// c</span>',
  )
  expect(html).toContain('<pre><code>npm start\n</code></pre>')
  expect(html).not.toMatch(/server|docker/)
})

test('long names in a table can wrap', () => {
  expect(render('| a |\n|---|\n| `x.y_z` |\n').html).toContain('<td><code>x.<wbr>y_<wbr>z</code></td>')
})

test('a page shows its title and summary, and nothing else of its front matter', () => {
  const frame = {
    body: Buffer.from('<title><!-- title --></title><!-- summary -->|<!-- page -->|<!-- unknown -->'),
    type: 'text/html',
    etag: '',
  }
  const manual = openManual(frame, [...pages.values()])
  expect(manual.find('how-to/ask')?.body.toString()).toMatch(/^<title>ask<\/title>About how-to\/ask\.\|<h2 id="first">/)
  expect(manual.find('how-to/ask')).toBe(manual.find('how-to/ask'))
  expect(manual.find('how-to/missing')).toBeUndefined()
})

test('the order of pages is that of the map', () => {
  const sections = sectionsOfMap(others[0]!, pages)
  expect(sections.map(({ title, groups }) => [title, groups.map((group) => [group.title, group.pages.map(({ path }) => path)])])).toEqual([
    ['How-to guides', [['Documents', ['how-to/upload', 'how-to/ask']]]],
    ['Reference', [['', ['reference/http-api']]]],
  ])
  const parts = renderPage(others[1]!, { pages, sections })
  expect(parts.neighbors).toMatch(/Previous<\/span> <a href="\/docs\/how-to\/upload">.*Next<\/span> <a href="\/docs\/reference\/http-api">/)
  expect(parts.pages).toContain('<details open><summary>Documents</summary>')
  expect(parts.pages).toContain('<a href="/docs/how-to/ask" aria-current="page">ask</a>')
  expect(parts['on-this-page']).toContain('<li data-depth="2"><a href="#second">Second</a></li>')
})
