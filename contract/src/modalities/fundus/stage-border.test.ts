import { describe, expect, it } from 'vitest'
import type { FundusFindings } from './findings.ts'
import { REPEATS } from './repeats.ts'
import { borderOf, borderText, stagedOf, type Staged } from './stage-border.ts'
import { SAMPLE_FINDINGS } from './sample-findings.ts'

const { cuts, near } = REPEATS
/** A chance at a distance from a cut, in log odds. */
const from = (cut: number, off: number) => 1 / (1 + Math.exp(-(Math.log(cut / (1 - cut)) + off)))
/** The five chances by those of the three borders. */
const stagesOf = (referable: number, severe: number, mild: number) => [
  (1 - referable) * (1 - mild),
  (1 - referable) * mild,
  referable * (1 - severe),
  0.6 * referable * severe,
  0.4 * referable * severe,
]
type Stage = FundusFindings['dr_grade']
const staged = (stage: Stage, stages: number[] | null, more: Partial<Staged> = {}): Staged => ({
  stage,
  haemorrhages: null,
  dr: { rule: 'more_than_microaneurysms', stages },
  ...more,
})
const quadrants = (least: number): Staged['haemorrhages'] => ({
  superior_temporal: least,
  superior_nasal: least + 4,
  inferior_temporal: least + 9,
  inferior_nasal: least + 2,
})

describe('a stage near the border of another', () => {
  it.each([
    ['3 just beyond its cut', 3, stagesOf(0.99, from(cuts.severe, 0.9 * near.severe), 0.5), [2, 3]],
    ['3 far beyond it', 3, stagesOf(0.99, from(cuts.severe, 1.1 * near.severe), 0.5), null],
    ['2 just below', 2, stagesOf(0.99, from(cuts.severe, -0.9 * near.severe), 0.5), [2, 3]],
    ['2 far from both', 2, stagesOf(0.99, 0.1, 0.5), null],
    ['2 hardly referable', 2, stagesOf(from(cuts.high, 0.9 * near.referable), 0.1, 0.4), [0, 2]],
    ['2 that might be 1', 2, stagesOf(from(cuts.high, 0.9 * near.referable), 0.1, 0.8), [1, 2]],
    ['0 nearly open', 0, stagesOf(from(cuts.low, -0.9 * near.referable), 0.1, 0.1), [0, 2]],
    ['0 without a doubt', 0, stagesOf(0.01, 0.1, 0.1), null],
    ['0 that might be 1', 0, stagesOf(0.01, 0.1, from(0.5, -0.9 * near.mild)), [0, 1]],
    ['1 that might be 0', 1, stagesOf(0.01, 0.1, from(0.5, 0.9 * near.mild)), [0, 1]],
  ] as const)('%s', (_, stage, stages, border) => {
    expect(borderOf(staged(stage, stages))).toEqual(border)
  })

  it('of two borders the nearer one is named', () => {
    const [closer, farther] = [0.2, 0.8]
    const two = (referable: number, severe: number) =>
      staged(2, stagesOf(from(cuts.high, referable * near.referable), from(cuts.severe, -severe * near.severe), 0.1)) // prettier-ignore
    expect(borderOf(two(closer, farther))).toEqual([0, 2])
    expect(borderOf(two(farther, closer))).toEqual([2, 3])
  })

  it('by the haemorrhages of each quadrant is near where their fewest may be on either side', () => {
    const rule = (fewest: number, severe: number, stage: Stage) =>
      borderOf({
        stage,
        dr: {
          rule: stage === 3 ? 'haemorrhages_four_quadrants' : 'more_than_microaneurysms',
          stages: stagesOf(0.99, severe, 0.5),
        },
        haemorrhages: quadrants(fewest),
      })
    expect(rule(22, 0.1, 3)).toEqual([2, 3])
    expect(rule(19, 0.1, 2)).toEqual([2, 3])
    expect(rule(90, 0.1, 3)).toBeNull()
    expect(rule(90, cuts.severe + 0.01, 3)).toBeNull()
    expect(rule(3, 0.1, 2)).toBeNull()
  })

  it('is not told of a stage that a clinician stated, of none, or without its chances', () => {
    const close = stagesOf(0.99, cuts.severe, 0.5)
    expect(borderOf(staged(3, close))).toEqual([2, 3])
    expect(borderOf(staged(3, close, { dr: { rule: 'clinician', stages: close } }))).toBeNull()
    expect(borderOf(staged(null, close))).toBeNull()
    expect(borderOf(staged(3, null))).toBeNull()
    expect(borderOf(staged(3, close, { dr: null }))).toBeNull()
  })

  it('is worded in both languages, and silent where the stage is clear', () => {
    const close = staged(3, stagesOf(0.99, cuts.severe, 0.5))
    expect(borderText(close, 'zh-CN')).toContain('接近2级与3级的界限')
    expect(borderText(close, 'en')).toContain('close to the boundary between grades 2 and 3')
    expect(borderText(stagedOf(SAMPLE_FINDINGS), 'en')).toBeNull()
  })
})
