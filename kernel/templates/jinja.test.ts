import { Worker } from 'node:worker_threads'
import { Environment } from '@huggingface/jinja'
import { afterAll, describe, expect, test } from 'vitest'
import { createTemplates } from './jinja.ts'

const templates = createTemplates()
afterAll(() => templates.close())
const xs = Array.from({ length: 100 }, (_, i) => i)
const refused = (template: string, variables = {}) =>
  templates.render(template, variables).then(
    ({ text }) => expect.fail(`rendered ${text.slice(0, 100)}`),
    (error) => error,
  )

describe('rendering', () => {
  test('variables, loops, filters and conditions', async () => {
    const { text } = await templates.render('{% for x in xs if x > 1 %}{{ x }};{% endfor %}{{ name | upper }}', {
      xs: [1, 2, 3],
      name: 'a',
    })
    expect(text).toBe('2;3;A')
  })

  test('used names the given variables that the text reads, whatever branch runs', async () => {
    const variables = { tone: 't', question: {}, unread: 1, title: 2, upper: 3, items: 4 }
    const { used } = await templates.render(
      "{% if false %}{{ tone }}{% endif %}{{ question.name | default('') | upper }}{{ 'x' | default(items) }}",
      variables,
    )
    expect(used).toEqual(['items', 'question', 'tone'])
  })

  test('variables are data: a key like __proto__ is a key', async () => {
    const { text } = await templates.render(
      '{{ v.admin }}|{{ question.admin }}',
      JSON.parse('{"v":{"__proto__":{"admin":1}},"question":"q"}'),
    )
    expect(text).toBe('|')
  })

  test.each(['plain } text { here\n', 'two ends\n\n', '', 'x'])('a text without tags is itself: %j', async (template) => {
    const { text, used } = await templates.render(template, { here: 1 })
    expect(text).toBe((await templates.render(`${template.replace(/\n$/, '')}{# #}`, {})).text)
    expect(used).toEqual([])
  })

  test('a variable may have the name of a built-in', async () => {
    expect((await templates.render('{{ namespace }}{{ range }}', { namespace: 'a', range: 'b' })).text).toBe('ab')
  })
})

describe('a function of the language', () => {
  /** Whatever the library, or this platform, puts into every template, what texts, objects and loops have, and macros. */
  const globals = [...Array.from(new Environment().variables.keys(), String), 'range']
  const members = [
    ...['upper', 'strip', 'title', 'split', 'replace', 'startswith'].map((name) => `'text'.${name}`),
    ...['get', 'items', 'keys', 'values'].map((name) => `{'a': 1}.${name}`),
  ]

  test('is among the globals', () => expect(globals).toContain('namespace'))

  test.each([...globals, ...members])('%s is called, and never printed', async (name) => {
    const uses = [
      `{{ ${name} }}`,
      `{{ 'a' ~ ${name} }}`,
      `{{ ${name} ~ 'a' }}`,
      `{{ 'a' + ${name} }}`,
      `{{ [${name}] }}`,
      `{{ [${name}] | join('') }}`,
      `{{ {'k': ${name}} }}`,
      `{{ [${name}] | tojson }}`,
      `{{ ${name} | string }}`,
      `{{ ${name} | tojson }}`,
      `{{ namespace(f=${name}) }}`,
      `{{ namespace(f=${name}).f }}`,
      `{% set f = ${name} %}{{ f }}`,
      `{% for f in [${name}] %}{{ f }}{% endfor %}`,
      `{% macro m(x) %}{{ x }}{% endmacro %}{{ m(${name}) }}`,
      `{{ missing | default(${name}) }}`,
      `{{ 'text' | replace('t', ${name}) }}`,
      `{{ 'text'.replace('t', ${name}) }}`,
      `{% if true %}{{ ${name} }}{% endif %}`,
    ]
    for (const use of uses) {
      const text = await templates.render(use, {}).then(
        ({ text }) => text,
        ({ message }) => message,
      )
      expect([use, text]).not.toEqual([use, expect.stringMatching(/=>|return|function\b(?!:)|\[object/)])
    }
    expect((await refused(`a\n{{ ${name} }}`)).message).toMatch(/line 2, column 1: \w+ is a function: it can be called/)
  })

  test('a macro is one, too', async () => {
    expect((await refused('{% macro greet(x) %}hi{% endmacro %}{{ greet }}')).message).toMatch(/greet is a function/)
    expect((await templates.render('{% macro greet(x) %}hi{% endmacro %}{{ greet(1) }}{{ greet is callable }}', {})).text).toBe('hitrue')
  })
})

describe('refusals', () => {
  test.each([
    ['fine\n{% if %}', 2, 1],
    ['a\nb {{ x', 2, 3],
    ['{# c #}{{ "}}" }}\n\n  {{ 1 + }}', 3, 3],
    ['{% for x in xs %}', 1, 1],
    ["\n{% include '/etc/passwd' %}", 2, 1],
    ["{% import 'x' as y %}", 1, 1],
    ["{{ 'a\\q' }}", 1, 1],
  ])('%j does not parse at line %i, column %i', async (template, line, column) => {
    const error = await refused(template)
    expect(error).toMatchObject({ code: 'invalid_request', status: 400, details: { line, column } })
    expect(error.message).toContain(`line ${line}, column ${column}`)
  })

  test.each([
    ['fine {{ a }}\n  {{ missing() }}', 2, 3],
    ["{{ 'x' | upper }}\n{# c #}{{ 'x' | nope }}", 2, 8],
    ['{% for x in xs %}\n{% if x == 3 %}{{ range(0, 9, 0) }}{% endif %}\n{% endfor %}', 2, 16],
    ['{% macro m(n) %}\n{{ n | nope }}{% endmacro %}{{ m(1) }}', 2, 1],
    ["{{ '{{' }}{% set reached_tag = 1 %}{{ reached_tag() }}", 1, 36],
    ['{{ range(10000000) }}', 1, 1],
  ])('%j fails at line %i, column %i', async (template, line, column) => {
    const error = await refused(template, { xs })
    expect(error).toMatchObject({ code: 'invalid_request', status: 400, details: { line, column } })
    expect(error.message).toContain(`fails at line ${line}, column ${column}`)
  })

  test.each([
    "{{ ''.constructor.constructor('return process')().env.PATH }}",
    "{{ range.constructor('return process.version')() }}",
    '{{ raise_exception("x") }}',
    '{{ strftime_now("%Y") }}',
  ])('%s has nothing to call', async (template) => {
    expect(await refused(template)).toMatchObject({ code: 'invalid_request' })
  })

  test('prototypes give nothing', async () => {
    expect(
      (await templates.render('[{{ q.__proto__.constructor }}{{ o.constructor }}]', { q: 'q', o: {} }).catch((e) => e)).text ?? '[]',
    ).toBe('[]')
  })

  test('time, output and memory are bounded, and the next template works', async () => {
    const nested = '{% for a in xs %}'.repeat(5) + '{% endfor %}'.repeat(5)
    const plain = 'x'.repeat(1_000_001)
    const half = 'x'.repeat(600_000)
    const hoard =
      "{% set n = namespace(l=[]) %}{% for a in xs %}{% for b in xs %}{% for c in xs %}{% set n.l = n.l + ['aaaaaaaa' ~ a ~ b ~ c] %}{% endfor %}{% endfor %}{% endfor %}"
    const started = Date.now()
    const errors = await Promise.all([nested, '{{ half }}{{ half }}', hoard, plain].map((t) => refused(t, { xs, half })))
    expect(errors.map((e) => e.code)).toEqual(Array(4).fill('invalid_request'))
    expect(errors.every((e) => !('line' in e.details))).toBe(true)
    expect(errors[0].message).toContain('200 ms')
    expect(errors[1].message).toContain('1 MB')
    expect(Date.now() - started).toBeLessThan(20_000)
    expect((await templates.render('{{ a }}', { a: 1 })).text).toBe('1')
  })

  test('a reply that waits while this thread is busy is not late', async () => {
    await templates.render('{{ a }}', { a: 0 })
    // from here the event loop comes to timers before it comes to messages
    await new Promise((resolve) => setImmediate(resolve))
    const rendering = templates.render('{{ a }}', { a: 1 })
    // the worker finishes meanwhile
    const until = performance.now() + 400
    while (performance.now() < until);
    expect((await rendering).text).toBe('1')
  })

  test('a worker that waits for a processor is given its time', async () => {
    // More than the processors have room for, and few enough that its time comes within the limit by the clock on a machine with other work.
    const busy = Array.from({ length: 4 }, () => new Worker('for (;;) {}', { eval: true }))
    const few = xs.slice(0, 60)
    try {
      const loops = '{% for a in xs %}{% for b in xs %}{{ a }}{% endfor %}{% endfor %}'
      for (let i = 0; i < 5; i++) expect((await templates.render(loops, { xs: few })).text.length).toBeGreaterThan(3_600)
    } finally {
      await Promise.all(busy.map((worker) => worker.terminate()))
    }
  })

  test('deep nesting is an error, not a crash', async () => {
    expect(await refused(`{{ ${'('.repeat(50_000)}1${')'.repeat(50_000)} }}`)).toMatchObject({ code: 'invalid_request' })
  })
})

describe('texts and lists', () => {
  const big = "{% set s = range(10000) | join(',') %}"
  const list = '{% set l = range(5000) | list %}'
  test.each([
    ['replace', `${big}{{ s | replace('', s) }}`],
    ['the method replace', `${big}{{ s.replace(',', s) }}`],
    ['join of one long text', `${big}${'{% set s = s ~ s %}'.repeat(5)}{{ [s, s, s, s] | join }}`],
    ['join with a long separator', `${big}${list}{{ l | join(s) }}`],
    ['indent', "{{ 'a' | indent(1000000000, true) }}"],
    ['indent of many lines', "{{ range(10000) | join('\n') | indent(100000, true) }}"],
    ['adding', `${big}${'{% set s = s + s %}'.repeat(20)}{{ s | length }}`],
    ['concatenating', `${big}${'{% set s = s ~ s %}'.repeat(20)}{{ s | length }}`],
    ['a list as a text', `${big}${list}{% set m = [s, s, s, s, s, s, s, s] %}${'{% set m = m + m %}'.repeat(9)}{{ m ~ '' }}`],
    ['a block', `${big}{% set t %}{% for a in range(1000) %}{{ s }}{% endfor %}{% endset %}{{ t | length }}`],
    ['adding lists', `{% set l = range(9999) | list %}${'{% set l = l + l %}'.repeat(20)}{{ l | length }}`],
    ['writing as JSON', `${big}{% set m = [s, s, s, s, s, s, s, s] %}${'{% set m = m + m %}'.repeat(9)}{{ m | tojson }}`],
  ])('%s has a bound, and memory with it', async (_, template) => {
    const before = process.memoryUsage.rss()
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5)
    const error = await refused(template)
    clearInterval(watch)
    expect(error).toMatchObject({ code: 'invalid_request', status: 400 })
    expect((peak - before) / 1e6).toBeLessThan(250)
  })

  test('what stays within the bounds is as it was', async () => {
    const template =
      "{{ 'a-b-c' | replace('-', '+') }} {{ 'aXbX'.replace('X', 'y', 1) }} {{ [1, 'x', none] | join('/') }} {{ 'a\\nb' | indent(2) }} {{ [1, {'k': 'v'}] | tojson }}"
    expect((await templates.render(template, {})).text).toBe('a+b+c aybX 1/x/ a\n  b [1, {"k": "v"}]')
  })
})

describe('turns', () => {
  // Some 200 ms of processor time, after which it is ended.
  const endless = '{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}'

  test('one caller’s templates keep neither another’s waiting nor the default prompt', async () => {
    const own = createTemplates()
    try {
      let ended = 0
      const many = Array.from({ length: 40 }, async () => {
        await own.render(endless, {}, { caller: 'key:a' }).catch(() => undefined)
        ended++
      })
      expect((await own.render('{{ a }}', { a: 2 }, { caller: 'key:a', everyones: true })).text).toBe('2')
      expect((await own.render('{{ a }}', { a: 1 }, { caller: 'key:b' })).text).toBe('1')
      expect(ended).toBeLessThan(3)
      await own.close()
      await Promise.all(many)
    } finally {
      await own.close()
    }
  })

  test('who has too many waiting is told when to come again, and others are not', async () => {
    const own = createTemplates()
    try {
      const many = Array.from({ length: 110 }, () => own.render('{{ 1 }}', {}, { caller: 'key:a' }).catch((error) => error))
      const other = own.render('{{ 2 }}', {}, { caller: 'key:b' })
      const refusals = (await Promise.all(many)).filter((one) => one instanceof Error)
      expect(refusals.length).toBeGreaterThan(0)
      expect(refusals[0]).toMatchObject({ code: 'unavailable', status: 503, headers: { 'retry-after': '5' } })
      expect((await other).text).toBe('2')
    } finally {
      await own.close()
    }
  })
})

describe('check', () => {
  test('tells where a template does not parse, and runs none that does', async () => {
    await expect(templates.check('fine\n{% if %}')).rejects.toMatchObject({ code: 'invalid_request', details: { line: 2, column: 1 } })
    await templates.check('{% for a in range(9999) %}{% for b in range(9999) %}{{ missing() }}{% endfor %}{% endfor %}')
    await templates.check('plain')
  })

  test('a text that the parser cannot finish in time is refused, and this thread goes on meanwhile', async () => {
    const started = performance.now()
    let turns = 0
    const counting = setInterval(() => turns++, 10)
    await expect(templates.check(`${'\n'.repeat(100_000)}{{ 1 }}`)).rejects.toMatchObject({ code: 'invalid_request' })
    clearInterval(counting)
    expect([turns > 5, performance.now() - started < 5000]).toEqual([true, true])
  })
})

test('many at once each get their own text', async () => {
  const texts = await Promise.all(xs.map((x) => templates.render('{{ x }}', { x })))
  expect(texts.map(({ text }) => Number(text))).toEqual(xs)
})
