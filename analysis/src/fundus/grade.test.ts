import { describe, expect, test } from 'vitest'
import { suspicionOf } from './glaucoma.ts'
import { gradeOf, STAGE_OF } from './grade.ts'
import type { FoundLesion, FoundLesions } from './measure/lesions.ts'

const none: FoundLesions = {
  ...{ microaneurysms: [], haemorrhages: [], hard_exudates: [], soft_exudates: [] },
}
const at = (x: number, y: number): FoundLesion => ({ centre: [x, y], area: 50, peak: 0.9 })
const MIDDLE = [500, 500] as const
const MACULA = { fovea: MIDDLE, discDiameter: 100 }
const grade = (lesions: Partial<FoundLesions>, referable: number | null = null) =>
  gradeOf(
    { ...none, ...lesions },
    MIDDLE,
    MACULA,
    referable === null ? null : { referable, cut: 0.4 },
  )
const each = (count: number) =>
  [-1, 1].flatMap((dx) =>
    [-1, 1].flatMap((dy) =>
      Array.from({ length: count }, (_, i) => at(500 + dx * (150 + i), 500 + dy * 200)),
    ),
  )

describe('the stage follows the rule of the international scale', () => {
  test.each([
    ['nothing', {}, 'no_lesion', 0],
    ['microaneurysms alone', { microaneurysms: [at(700, 500)] }, 'microaneurysms_only', 1],
    ['one haemorrhage', { haemorrhages: [at(700, 500)] }, 'more_than_microaneurysms', 2],
    ['one hard exudate', { hard_exudates: [at(800, 500)] }, 'more_than_microaneurysms', 2],
    ['one soft exudate', { soft_exudates: [at(800, 500)] }, 'more_than_microaneurysms', 2],
    ['twenty haemorrhages each', { haemorrhages: each(20) }, 'more_than_microaneurysms', 2],
    ['twenty-one each', { haemorrhages: each(21) }, 'haemorrhages_four_quadrants', 3],
    [
      'many in three quadrants',
      { haemorrhages: each(40).slice(0, 120) },
      'more_than_microaneurysms',
      2,
    ],
  ] as const)('%s', (_, lesions, rule, stage) => {
    const found = grade(lesions as Partial<FoundLesions>)
    expect([found.rule, STAGE_OF[found.rule]]).toEqual([rule, stage])
    expect(found.referable).toBe(stage >= 2)
    expect(found.not_assessed).toContain('neovascularisation')
  })

  test('exudates within a disc diameter of the fovea make oedema suspected, others do not', () => {
    expect(grade({ hard_exudates: [at(590, 500)] }).macular_oedema).toBe(true)
    expect(grade({ hard_exudates: [at(650, 500)] }).macular_oedema).toBe(false)
    expect(grade({}).macular_oedema).toBe(false)
    const blind = gradeOf({ ...none, hard_exudates: [at(590, 500)] }, MIDDLE, null, null)
    expect(blind.macular_oedema).toBeNull()
  })

  test('rule and network agree or do not', () => {
    expect(grade({}, 0.1).agreed).toBe(true)
    expect(grade({}, 0.8).agreed).toBe(false)
    expect(grade({ haemorrhages: [at(700, 500)] }, 0.8).agreed).toBe(true)
    expect(grade({ haemorrhages: [at(700, 500)] }, 0.1).agreed).toBe(false)
    expect(grade({}).agreed).toBe(true)
  })
})

describe('suspicion of glaucoma', () => {
  const wide = { rim: Array<number>(12).fill(0.3), isnt: true }
  test.each([
    [0.3, 'low'],
    [0.5, 'watch'],
    [0.65, 'suspect'],
    [0.8, 'high'],
  ] as const)('a ratio of %f alone is %s', (vcdr, band) => {
    const found = suspicionOf(vcdr, wide, null)
    expect(found).toEqual({ band, signs: band === 'low' ? [] : ['vcdr'] })
  })

  test('a thin rim below or above makes a small cup suspect; at the sides it does not', () => {
    const thin = (hour: number) => ({
      ...wide,
      rim: wide.rim.map((w, i) => (i === hour ? 0.08 : w)),
    })
    expect(suspicionOf(0.4, thin(6), null)).toEqual({ band: 'suspect', signs: ['thin_rim'] })
    expect(suspicionOf(0.4, thin(0), null).band).toBe('suspect')
    expect(suspicionOf(0.4, thin(3), null).band).toBe('low')
  })

  test('a ratio beyond what a disc of its size usually has is suspect', () => {
    expect(suspicionOf(0.62, wide, 1.2)).toEqual({ band: 'suspect', signs: ['vcdr', 'disc_size'] })
    expect(suspicionOf(0.62, wide, 1.9).band).toBe('watch')
  })

  test('the rim’s order supports a suspicion and makes none', () => {
    expect(suspicionOf(0.4, { ...wide, isnt: false }, null)).toEqual({ band: 'low', signs: [] })
    expect(suspicionOf(0.55, { ...wide, isnt: false }, null).signs).toEqual(['vcdr', 'isnt'])
  })
})
