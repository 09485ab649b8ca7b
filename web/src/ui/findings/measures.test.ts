import { describe, expect, it } from 'vitest'
import { figureText, reasonOf } from './measures.ts'

describe('a figure', () => {
  it('is written with its unit', () => {
    expect(figureText({ value: 8.437, unit: '%', digits: 2 })).toBe('8.44%')
    expect(figureText({ value: 5.1, unit: 'px', digits: 2 })).toBe('5.10 px')
    expect(figureText({ value: 1.52, unit: '1', digits: 3 })).toBe('1.520')
  })

  it('is not written at all where nothing was measured', () => {
    expect(figureText({ value: null, unit: '%', digits: 2 })).toBeNull()
  })

  it('is missing for its own reason, or for that of its group', () => {
    const why = { vessel: 'no_vessels', 'vessel.tortuosity': 'uncertain' } as const
    expect(reasonOf(why, 'vessel.tortuosity')).toBe('uncertain')
    expect(reasonOf(why, 'vessel.density')).toBe('no_vessels')
    expect(reasonOf(why, 'vcdr')).toBeNull()
  })
})
