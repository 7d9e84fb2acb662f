import { describe, expect, it } from 'vitest'
import { baseForms } from './base-forms.ts'
import { isEnglish, isOfKind, kindOf, nearStems } from './lexicon.ts'

describe('the lexicon', () => {
  it('has the words that stand for another in its frequent meanings, with how surely', () => {
    expect(nearStems('invented').get('inventor')).toBeGreaterThan(0.8)
    expect(nearStems('payment').has('pai')).toBe(true)
    expect(nearStems('retired').has('withdraw')).toBe(true)
  })

  it('leaves out what a word or the other one seldom means', () => {
    expect(nearStems('bake').has('prepar')).toBe(false)
    expect(nearStems('buy').has('take')).toBe(false)
  })

  it('knows what a thing is a kind of', () => {
    expect(isOfKind('Foxes', kindOf('animal')!)).toBe(true)
    expect(isOfKind('table', kindOf('animal')!)).toBe(false)
    expect(kindOf('qwertzling')).toBeUndefined()
  })

  it('tells a word from a misspelt one, and looks for nothing but words', () => {
    expect(['forgotten', 'torques', 'stopped'].every(isEnglish)).toBe(true)
    expect(['fonded', 'archve', '../noun', 'a b'].some(isEnglish)).toBe(false)
    expect(nearStems('../../etc').size).toBe(0)
  })
})

describe('base forms', () => {
  it('are given by rule, and by a table where no rule gives them', () => {
    expect(baseForms('stopped', 'v')).toContain('stop')
    expect(baseForms('written', 'v')).toContain('write')
    expect(baseForms('cities', 'n')).toContain('city')
    expect(baseForms('glass', 'n')).toEqual(['glass'])
  })
})
