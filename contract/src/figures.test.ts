import { describe, expect, it } from 'vitest'
import { SAMPLE_FINDINGS } from './sample-findings.ts'
import { figureText, findingMeasures, reasonOf } from './figures.ts'

describe('a figure', () => {
  it('is written with its unit', () => {
    expect(figureText({ value: 8.437, unit: '%', digits: 2 })).toBe('8.44%')
    expect(figureText({ value: 5.1, unit: 'px', digits: 2 })).toBe('5.10 px')
    expect(figureText({ value: 1.52, unit: '1', digits: 3 })).toBe('1.520')
  })

  it('stands with its spread where that is known and can be seen', () => {
    const confidence = { level: 0.9, spread: 0.031 }
    expect(figureText({ value: 0.62, unit: '', digits: 2, confidence })).toBe('0.62 ± 0.03')
    expect(figureText({ value: -6.7, unit: '°', digits: 1, confidence })).toBe('-6.7°')
  })

  it('is told in millimetres too where a scale is known', () => {
    const mmPerPx = 0.008
    expect(figureText({ value: 500, unit: 'px', digits: 0, mmPerPx })).toBe('500 px (4.00 mm)')
    expect(figureText({ value: 20, unit: 'px', digits: 1, mmPerPx })).toBe('20.0 px (160 µm)')
    expect(figureText({ value: 40_000, unit: 'px²', digits: 0, mmPerPx })).toBe(
      '40000 px² (2.56 mm²)',
    )
    expect(figureText({ value: 2, unit: 'DD', digits: 1, mmPerPx })).toBe('2.0 DD')
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

  it('of a group that is not there is missing with the reason of the group', () => {
    const none = { ...SAMPLE_FINDINGS, disc: null, not_measured: { disc: 'no_disc' } as const }
    const odr = findingMeasures(none, 'disc').find(({ key }) => key === 'disc.odr')
    expect(odr).toMatchObject({ value: null, reason: 'no_disc' })
  })

  it('of every name is found in full findings', () => {
    for (const group of ['disc', 'vessel', 'macula'] as const)
      for (const { key, value } of findingMeasures(SAMPLE_FINDINGS, group))
        expect(value, key).not.toBeNull()
  })
})
