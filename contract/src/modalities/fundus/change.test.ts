import { describe, expect, it } from 'vitest'
import { changeOf, type Taken } from '../../findings/change.ts'
import { countRange } from '../../findings/counts.ts'
import { OCTA_FIGURES } from '../octa/figure-table.ts'
import { OCTA } from '../octa/entry.ts'
import { FUNDUS } from './entry.ts'
import type { FundusFindings } from './findings.ts'
import { REPEATS } from './repeats.ts'
import { SAMPLE_FINDINGS } from './sample-findings.ts'

const taken = (traits: Partial<FundusFindings> = {}, more: Partial<Taken> = {}): Taken => ({
  findings: { ...SAMPLE_FINDINGS, ...traits },
  eye: 'OD',
  device: 'Topcon TRC-NW400',
  ...more,
})

const spreadOf = (key: string, spread: number) => ({
  confidence: { ...SAMPLE_FINDINGS.confidence, [key]: { level: 0.9, spread } },
})
const change = (key: string, before: Taken, after: Taken) => changeOf(FUNDUS, key, before, after)
const reason = (key: string, before: Taken, after: Taken) => {
  const changed = change(key, before, after)
  return changed.kind === 'incomparable' ? changed.reason : changed.kind
}

describe('a figure of one eye on two visits', () => {
  it('has not changed while the difference lies within the errors of both', () => {
    const [before, after] = [spreadOf('vcdr', 0.03), spreadOf('vcdr', 0.04)]
    const at = (vcdr: number) => change('vcdr', taken(before), taken({ ...after, vcdr }))
    expect(at(0.71)).toMatchObject({ kind: 'within', limit: 1.96 * 0.05 })
    expect(at(0.73).kind).toBe('changed')
    expect(at(0.51).kind).toBe('changed')
  })

  it('is held to the usual error of its kind where the picture tells no spread', () => {
    const hcdr = (value: number) =>
      taken({ disc: SAMPLE_FINDINGS.disc && { ...SAMPLE_FINDINGS.disc, hcdr: value } })
    expect(change('disc.hcdr', hcdr(0.5), hcdr(0.7))).toMatchObject({
      kind: 'within',
      limit: 1.96 * Math.hypot(0.08, 0.08),
    })
    expect(change('disc.hcdr', hcdr(0.5), hcdr(0.73)).kind).toBe('changed')
  })

  it('is not compared across eyes, devices, versions, unreadable pictures and corrected eyes', () => {
    const first = taken()
    expect(reason('vcdr', first, taken({}, { eye: 'OS' }))).toBe('other_eye')
    expect(reason('vcdr', taken({}, { eye: null }), taken({}, { eye: null }))).toBe('other_eye')
    expect(reason('vcdr', first, taken({}, { device: 'Canon CR-2 AF' }))).toBe('device')
    expect(reason('vcdr', first, taken({}, { device: ' topcon trc-nw400 ' }))).toBe('within')
    expect(reason('vcdr', first, taken({ gradable: false }))).toBe('ungradable')
    expect(reason('vcdr', first, taken({ model_versions: { vessels: '9.0.0' } }))).toBe('versions')
    expect(reason('vcdr', first, taken({ eye: 'OS' }))).toBe('eye_differs')
    expect(reason('vcdr', first, taken({ vcdr: null }))).toBe('not_measured')
    expect(reason('lesions.microaneurysms.area', first, taken())).toBe('no_error')
  })

  it('that is a count has changed only beyond what repeats of one eye show', () => {
    const { lesions } = SAMPLE_FINDINGS
    const at = (count: number) =>
      taken({
        lesions: lesions && { ...lesions, haemorrhages: { ...lesions.haemorrhages, count } },
      })
    const key = 'lesions.haemorrhages.count'
    const [low, high] = countRange(14, REPEATS.counts.haemorrhages)
    expect(change(key, at(14), at(high))).toMatchObject({ kind: 'within', limit: high - 14 })
    expect(change(key, at(14), at(high + 1))).toMatchObject({ kind: 'changed', by: high - 13 })
    expect(change(key, at(14), at(low))).toMatchObject({ kind: 'within', limit: 14 - low })
    expect(change(key, at(14), at(low - 1)).kind).toBe('changed')
    expect(change(key, at(0), at(1)).kind).toBe('within')
  })

  it('that rests on the field is compared of one field alone', () => {
    const moved = taken({ disc_centre: [500, 400] })
    expect(reason('vessel.density', taken(), moved)).toBe('field')
    expect(reason('vcdr', taken(), moved)).toBe('within')
    expect(reason('macula.angle', taken(), taken())).toBe('placement')
  })

  it('of exudates is not compared where some on suspected scars were left out', () => {
    const scarred = taken({
      dr: SAMPLE_FINDINGS.dr && { ...SAMPLE_FINDINGS.dr, exudates_on_scars: true },
    })
    for (const pair of [
      [scarred, taken()],
      [taken(), scarred],
      [scarred, scarred],
    ] as const) {
      expect(reason('lesions.soft_exudates.count', ...pair)).toBe('scars')
      expect(reason('lesions.hard_exudates.percent', ...pair)).toBe('scars')
      expect(reason('lesions.haemorrhages.count', ...pair)).toBe('within')
    }
  })

  it('in px is compared in millimetres, or between pictures of one size', () => {
    const small = { file: { ...SAMPLE_FINDINGS.file, width: 500, height: 400 } }
    expect(reason('macula.fd_dist', taken(), taken(small))).toBe('picture_size')
    const scale = (mm_per_px: number) => ({ scale: { mm_per_px, source: 'stated' as const } })
    expect(
      change('macula.fd_dist', taken(scale(0.01)), taken({ ...small, ...scale(0.02) })),
    ).toMatchObject({ kind: 'changed', unit: 'mm', by: expect.closeTo(3.02) as number })
  })

  it('of scans of different sizes, or only one corrected by the axial length, is not compared', () => {
    const figure = OCTA_FIGURES.at('faz_area_mm2')
    const scan = (scan_mm: 3 | 6, axial_length_mm: number | null) =>
      ({ scan_mm, axial_length_mm }) as Parameters<typeof OCTA.incomparable>[1]
    expect(OCTA.incomparable(figure, scan(3, null), scan(6, null))).toBe('scan_size')
    expect(OCTA.incomparable(figure, scan(3, null), scan(3, 24))).toBe('axial_length')
    expect(OCTA.incomparable(figure, scan(3, 23), scan(3, 24))).toBeNull()
  })
})
