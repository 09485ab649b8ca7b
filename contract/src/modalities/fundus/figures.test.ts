import { describe, expect, it } from 'vitest'
import { SAMPLE_FINDINGS } from './sample-findings.ts'
import { figureText as written, findingMeasures, percentOf } from '../../findings/figures.ts'
import { reasonOf } from '../../findings/findings.ts'
import { FUNDUS_FIGURES } from './figure-table.ts'
import { scaleText } from './figures.ts'

/** Replaces non-breaking spaces with plain ones. */
const figureText = (figure: Parameters<typeof written>[0]) =>
  written(figure)?.replaceAll('\u00a0', ' ')

describe('a figure', () => {
  it('is written with its unit', () => {
    expect(figureText({ value: 8.437, unit: '%', digits: 2 })).toBe('8.44%')
    expect(figureText({ value: 5.1, unit: '{px}', digits: 2 })).toBe('5.10 px')
    expect(figureText({ value: 1.52, unit: '1', digits: 3 })).toBe('1.520')
  })

  it('is never written as none where there is something, nor surer than what it is measured from', () => {
    expect(figureText({ value: 0.0004, unit: '%', digits: 3 })).toBe('<0.001%')
    expect(figureText({ value: 0.0006, unit: '%', digits: 3 })).toBe('0.001%')
    expect(figureText({ value: 0, unit: '%', digits: 3 })).toBe('0.000%')
    const near = FUNDUS_FIGURES.at('lesions.hard_exudates.fovea_distance_dd')
    const told = [0, 0.09, 0.1, 0.62].map((value) => figureText({ ...near, value }))
    expect(told).toEqual(['<0.1 DD', '<0.1 DD', '0.1 DD', '0.6 DD'])
  })

  it('is in percent, and never certain, where it is a probability', () => {
    const chance = FUNDUS_FIGURES.at('dr_referable_probability')
    expect(figureText({ ...chance, value: 0.998 })).toBe('>99%')
    expect(figureText({ ...chance, value: 0.42 })).toBe('42%')
  })

  it('stands with its spread where that is known and can be seen', () => {
    const confidence = { level: 0.9, spread: 0.031 }
    expect(figureText({ value: 0.62, unit: '1', digits: 2, confidence })).toBe('0.62 ± 0.03')
    expect(figureText({ value: -6.7, unit: 'deg', digits: 1, confidence })).toBe('-6.7°')
  })

  it('is a range from none where its spread is larger than its value', () => {
    const sure = (spread: number) => ({ level: 0.6, spread })
    const figure = { value: 1.5, unit: '%' as const, digits: 1 }
    expect(figureText({ ...figure, confidence: sure(4.3) })).toBe('0–5.8%')
    expect(figureText({ ...figure, confidence: sure(1.5) })).toBe('1.5 ± 1.5%')
    expect(figureText({ ...figure, value: 0, confidence: sure(0.4) })).toBe('0–0.4%')
    // Nothing is larger than none by what cannot be seen.
    expect(figureText({ ...figure, value: 0, confidence: sure(0.04) })).toBe('0.0%')
    expect(figureText({ ...figure, value: -1, confidence: null })).toBe('-1.0%')
    const wide = { value: 100, unit: '{px2}' as const, digits: 0, confidence: sure(300) }
    expect(figureText({ ...wide, mmPerPx: 0.1 })).toBe('0–400 px² (0–4.00 mm²)')
    expect(figureText({ value: 0.8, unit: 'deg', digits: 1, confidence: sure(1.5) })).toBe(
      '0.8 ± 1.5°',
    )
  })

  it('is a range to the end of its scale where its spread goes beyond', () => {
    const sure = (spread: number) => ({ level: 0.6, spread })
    const visible = { value: 100, unit: '%' as const, digits: 0 }
    expect(figureText({ ...visible, confidence: sure(3.3) })).toBe('97–100%')
    expect(figureText({ ...visible, value: 96, confidence: sure(3.3) })).toBe('96 ± 3%')
    expect(figureText({ ...visible, value: 60, confidence: sure(70) })).toBe('0–100%')
    const score = { value: 14, unit: '1' as const, digits: 0, scale: [0, 15] as const }
    expect(figureText({ ...score, confidence: sure(2) })).toBe('12–15')
    expect(figureText({ ...score, value: 9, confidence: sure(2) })).toBe('9 ± 2')
  })

  it('is told in millimetres too where a scale is known', () => {
    const mmPerPx = 0.008
    expect(figureText({ value: 500, unit: '{px}', digits: 0, mmPerPx })).toBe('500 px (4.00 mm)')
    expect(figureText({ value: 20, unit: '{px}', digits: 1, mmPerPx })).toBe('20.0 px (160 µm)')
    expect(figureText({ value: 40_000, unit: '{px2}', digits: 0, mmPerPx })).toBe(
      '40000 px² (2.56 mm²)',
    )
    expect(figureText({ value: 2, unit: '{DD}', digits: 1, mmPerPx })).toBe('2.0 DD')
  })

  it('breaks before its millimetres alone', () => {
    const confidence = { level: 0.9, spread: 3.3 }
    const figure = { value: 41.25, unit: '{px}' as const, digits: 2, confidence, mmPerPx: 0.0042 }
    expect(written(figure)?.split(' ')).toEqual(['41.25\u00a0±\u00a03.30\u00a0px', '(173\u00a0µm)'])
  })

  it('stands with the scale by which it was converted, and who said so', () => {
    const text = scaleText(
      { scale: { mm_per_px: 0.0061728395, source: 'dicom' }, not_measured: {} },
      'zh-CN',
    )
    expect(text).toBe('比例尺：1 px = 0.006173 mm（DICOM 文件所载），毫米值按此换算。')
    const stated = { scale: { mm_per_px: 0.008, source: 'stated' as const }, not_measured: {} }
    expect(scaleText(stated, 'en')).toMatch(/0\.008 mm, as entered/)
    const none = { scale: null, not_measured: { scale: 'no_scale' as const } }
    expect(scaleText(none, 'en')).toMatch(/^No scale in mm is known/)
    const doubtful = { scale: null, not_measured: { scale: 'scale_doubtful' as const } }
    expect(scaleText(doubtful, 'en')).toMatch(/was not used/)
  })

  it('is never certain as a probability', () => {
    expect([0, 0.004, 0.02, 0.81, 0.994, 0.996, 1].map(percentOf)).toEqual([
      '<1',
      '<1',
      '2',
      '81',
      '99',
      '>99',
      '>99',
    ])
  })

  it('is not written at all where nothing was measured', () => {
    expect(written({ value: null, unit: '%', digits: 2 })).toBeNull()
  })

  it('is missing for its own reason, or for that of its group', () => {
    const why = { vessel: 'no_vessels', 'vessel.tortuosity': 'uncertain' } as const
    expect(reasonOf(why, 'vessel.tortuosity')).toBe('uncertain')
    expect(reasonOf(why, 'vessel.density')).toBe('no_vessels')
    expect(reasonOf(why, 'vcdr')).toBeNull()
  })

  it('of a group that is not there is missing with the reason of the group', () => {
    const none = { ...SAMPLE_FINDINGS, disc: null, not_measured: { disc: 'no_disc' } as const }
    const odr = findingMeasures(FUNDUS_FIGURES, none, 'disc').find(({ key }) => key === 'disc.odr')
    expect(odr).toMatchObject({ value: null, reason: 'no_disc' })
  })

  it('of every name is found in full findings', () => {
    for (const group of ['disc', 'vessel', 'macula'] as const)
      for (const { key, value } of findingMeasures(FUNDUS_FIGURES, SAMPLE_FINDINGS, group))
        expect(value, key).not.toBeNull()
  })
})
