import { describe, expect, it } from 'vitest'
import { readAnnex } from './read-annex.ts'

const brief = (html: string) => readAnnex(html).map(({ text, phase, part, heading }) => [heading ? `# ${text}` : text, phase, part])

describe('an annex is read', () => {
  it('element by element, each with its place in the HTML', () => {
    const html = "<h2 class='t'>Be&amp;fore</h2>\n<p>One <b>two</b>\n three.</p><ul><li>Four<ul><li>Five</li></ul></li></ul>tail"
    const elements = readAnnex(html)
    expect(elements.map(({ text }) => text)).toEqual(['Be&fore', 'One two three.', 'Four', 'Five', 'tail'])
    expect(html.slice(elements[1]!.start, elements[1]!.end)).toBe('<p>One <b>two</b>\n three.</p>')
    expect(html.slice(elements[3]!.start, elements[3]!.end)).toBe('<li>Five</li>')
    expect(elements.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4])
  })

  it('with the phase and the part of the plan that its headings put it in', () => {
    expect(
      brief(
        `<h1>Fire</h1><p>Purpose text.</p><h2>Before</h2><p><strong>Goal 1:</strong> No fires.</p><h3>Courses of action</h3><ol><li>Test alarms.</li></ol>
         <h2>During the fire</h2><p>Leave.</p><h2>Before, during and after</h2><p>Always.</p>`,
      ),
    ).toEqual([
      ['# Fire', undefined, undefined],
      ['Purpose text.', undefined, undefined],
      ['# Before', 'BEFORE', undefined],
      ['Goal 1: No fires.', 'BEFORE', 'goal'],
      ['# Courses of action', 'BEFORE', 'action'],
      ['Test alarms.', 'BEFORE', 'action'],
      ['# During the fire', 'DURING', undefined],
      ['Leave.', 'DURING', undefined],
      ['# Before, during and after', undefined, undefined],
      ['Always.', undefined, undefined],
    ])
  })

  it('where bold lines, lines with a colon and columns of a table stand for headings', () => {
    expect(
      brief('<p><b>During</b></p><p>Run.</p><p><strong>After:</strong> Count.</p><p>Teachers will:</p><ul><li>rest</li></ul>'),
    ).toEqual([
      ['# During', 'DURING', undefined],
      ['Run.', 'DURING', undefined],
      ['After: Count.', 'AFTER', undefined],
      ['# Teachers will:', 'AFTER', undefined],
      ['rest', 'AFTER', undefined],
    ])
    const table =
      '<table><tr><th>Role</th><th>Before</th><th>After</th></tr><tr><td>Nurse</td><td>Stock kits.</td><td>Refill kits.</td></tr></table>'
    expect(brief(table).filter(([text]) => String(text).includes('kits'))).toEqual([
      ['Stock kits.', 'BEFORE', undefined],
      ['Refill kits.', 'AFTER', undefined],
    ])
  })

  it('without scripts, styles and comments, whatever the HTML', () => {
    expect(brief('<p>A<script>steal()</script><!-- x --><style>p{}</style>b</p><svg><text>no</text></svg><p>C')).toEqual([
      ['Ab', undefined, undefined],
      ['C', undefined, undefined],
    ])
    expect(readAnnex('')).toEqual([])
    expect(readAnnex(`${'<div>'.repeat(100_000)}deep`).map(({ text }) => text)).toEqual(['deep'])
    expect(readAnnex('<b>'.repeat(50_000)).length).toBe(0)
  })
})

it('reads lines that breaks alone set apart: bullets, goals, objectives and courses of action', () => {
  const html =
    '<div>Goal&#160;(Before):&#160;Everybody knows<br/>the way.&#160;<br/>Objective 1.1: Train<br/>staff.<br/>Course&#160;of Action Before an Evacuation:<br/>•&#160;<br/>•&#160;Teachers walk the route<br/>with their class.<br/>• Staff post maps.<br/>Course of Action During an Evacuation<br/>1. Call 911.<br/>2. Leave by<br/>the nearest door.</div>'
  const read = readAnnex(html).map(({ text, phase, part }) => [text, phase, part])
  expect(read).toEqual([
    ['Goal (Before): Everybody knows the way.', 'BEFORE', 'goal'],
    ['Objective 1.1: Train staff.', undefined, 'goal'],
    ['Course of Action Before an Evacuation:', 'BEFORE', 'action'],
    ['• Teachers walk the route with their class.', 'BEFORE', 'action'],
    ['• Staff post maps.', 'BEFORE', 'action'],
    ['Course of Action During an Evacuation', 'DURING', 'action'],
    ['1. Call 911.', 'DURING', 'action'],
    ['2. Leave by the nearest door.', 'DURING', 'action'],
  ])
})
