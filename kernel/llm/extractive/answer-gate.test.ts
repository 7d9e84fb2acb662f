import { expect, test } from 'vitest'
import { readPassages } from './reading.ts'

const read = (question: string, ...texts: string[]) =>
  readPassages(
    question,
    texts.map((text, i) => ({ id: `${i}`, document: 'd', order: i, title: 'Manual of the mill', text })),
    1,
  )

test('which version is asked for is answered by one', () => {
  expect(read('Which version of Turbine does the mill need?', 'The mill needs Turbine for its version of the wheel.').kind).not.toBe(
    'answer',
  )
  expect(read('Which version of Turbine does the mill need?', 'The mill needs version 8.3 of Turbine.').texts[0]).toContain('8.3')
})

test('that there are several names none of them', () => {
  const some = 'There are different milling methods, each of them behaves differently and has its use.'
  expect(read('Which milling methods does the manual offer?', some).kind).not.toBe('answer')
  expect(read('Which milling methods are there?', `${some} The milling methods are: grinding, rolling and pounding.`).texts[0]).toContain(
    'rolling',
  )
})

test('who they are is answered by names', () => {
  const tasks = 'The millers do this by:\n\n- Keeping the wheel in order\n- Writing what was milled\n- Telling the County of floods'
  expect(read('Who are the current millers?', tasks).kind).not.toBe('answer')
  expect(read('Who are the current millers?', `${tasks}\n\nThe current millers are Ann Ford, Ben Lock and Cleo Weir.`).texts[0]).toContain(
    'Cleo Weir',
  )
})

test('the sentence that says how many there are is the one that names them', () => {
  const steps =
    'Below a wheel states are set as follows:\n\n- the state of the wheel\n- the state of the sluice\n\nEach wheel has a state. The four states are: Idle, Turning, Stopped and Broken.'
  expect(read('What are the four states of a wheel?', steps).texts[0]).toContain('Broken')
})

test('lines of a program are no answer', () => {
  const code = 'SELECT legal_name, tax_code, entity_id FROM company WHERE tax_code IN (SELECT tax_code FROM mills)'
  expect(read('What is the tax code of a company?', code).kind).not.toBe('answer')
})

test('a moment is no phone number', () => {
  expect(
    read('What is the telephone number of Ann Ford?', 'From: Ann Ford <ann@mill.example>; Date: 1986-06-25T15:00:00.000Z').kind,
  ).not.toBe('answer')
})

test('three kinds that stand below their number are the list', () => {
  const kinds =
    'The three kinds of wheel are:\n\n“Overshot” wheel: water falls upon it.\n\n“Breastshot” wheel: water meets it in the middle.\n\n“Undershot” wheel: water runs below it.'
  expect(read('What are the three kinds of wheel?', kinds).texts[0]).toMatch(/Overshot.*Breastshot.*Undershot/)
})

test('which code is asked for says its name', () => {
  const rule = 'For example, a miller would have an SIC of 2041 while a baker would have an SIC of 2051.'
  expect(read('What is the SIC code of a miller?', rule).texts[0]).toContain('2041')
})
