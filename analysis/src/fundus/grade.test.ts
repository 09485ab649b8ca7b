import { describe, expect, test } from 'vitest'
import { suspicionOf as suspicionBy } from './glaucoma.ts'
import { evidenceOf, gradeOf, referableBy } from './grade.ts'
import type { FoundLesion, FoundLesions } from './measure/lesions.ts'

const none: FoundLesions = {
  ...{ microaneurysms: [], haemorrhages: [], hard_exudates: [], soft_exudates: [] },
}
const at = (x: number, y: number, strength = 1): FoundLesion => ({
  ...{ pixels: [], centre: [x, y], area: 50, chance: 0.9, strength },
})
const MIDDLE = [500, 500] as const
const MACULA = { fovea: MIDDLE, discDiameter: 100 }
const CARD = {
  ...{ task: 'grading' as const, version: '1', least_field_px: 400 },
  usual: { microaneurysms: 3, haemorrhages: 1, hard_exudates: 1, soft_exudates: 0 },
  referable: {
    ...{ bias: -3, screening: 0.5 },
    ...{ microaneurysms: 1, haemorrhages: 1, hard_exudates: 1, soft_exudates: 1 },
  },
  cuts: { low: 0.25, high: 0.6 },
  calibration_curve: [],
}
const grade = (
  lesions: Partial<FoundLesions>,
  referable: number,
  macula: typeof MACULA | null = MACULA,
  blurred = false,
) => gradeOf({ ...none, ...lesions }, MIDDLE, macula, referable, CARD, blurred)
const some = (count: number) => Array.from({ length: count }, (_, i) => at(700 + 9 * i, 500))
const each = (count: number) =>
  [-1, 1].flatMap((dx) =>
    [-1, 1].flatMap((dy) =>
      Array.from({ length: count }, (_, i) => at(500 + dx * (150 + i), 500 + dy * 200)),
    ),
  )
const [LOW, MIDWAY, HIGH] = [0.1, 0.4, 0.9]

describe('the stage follows the rule of the international scale where the evidence bears it', () => {
  test.each([
    ['nothing', {}, LOW, 'no_lesion', 0],
    ['many microaneurysms alone', { microaneurysms: some(5) }, LOW, 'microaneurysms_only', 1],
    ['one haemorrhage', { haemorrhages: some(1) }, HIGH, 'more_than_microaneurysms', 2],
    ['one hard exudate', { hard_exudates: some(1) }, HIGH, 'more_than_microaneurysms', 2],
    ['one soft exudate', { soft_exudates: some(1) }, HIGH, 'more_than_microaneurysms', 2],
    ['twenty haemorrhages each', { haemorrhages: each(20) }, HIGH, 'more_than_microaneurysms', 2],
    ['twenty-one each', { haemorrhages: each(21) }, HIGH, 'haemorrhages_four_quadrants', 3],
    [
      'many in three quadrants',
      { haemorrhages: each(40).slice(0, 120) },
      HIGH,
      'more_than_microaneurysms',
      2,
    ],
  ] as const)('%s', (_, lesions, referable, rule, stage) => {
    const found = grade(lesions, referable)
    expect([found.dr.rule, found.stage, found.dr.agreed]).toEqual([rule, stage, true])
    expect(found.dr.referable).toBe(stage >= 2)
    expect(found.dr.not_assessed).toContain('neovascularisation')
  })

  test('a few spots as healthy photographs show them make no stage but 0, and the rule says so', () => {
    const found = grade({ microaneurysms: some(2), hard_exudates: some(1) }, LOW)
    expect([found.dr.rule, found.stage]).toEqual(['weak_lesions', 0])
    expect([found.dr.macular_oedema, found.dr.referable]).toEqual([false, false])
  })

  test.each([
    ['lesions and a network that sees none', { haemorrhages: some(4) }, LOW, 'evidence_conflicts'],
    ['no lesions and a network that sees disease', {}, HIGH, 'evidence_conflicts'],
    ['neither for nor against', { hard_exudates: some(1) }, MIDWAY, 'weak_evidence'],
  ] as const)('%s: no stage, and why', (_, lesions, referable, why) => {
    const found = grade(lesions, referable)
    expect([found.stage, found.lacking, found.dr.agreed]).toEqual([null, why, false])
  })

  test('exudates within a disc diameter of the fovea make oedema suspected, others do not', () => {
    const oedema = (spot: FoundLesion, macula: typeof MACULA | null = MACULA) =>
      grade({ hard_exudates: [spot] }, HIGH, macula).dr.macular_oedema
    expect(oedema(at(590, 500))).toBe(true)
    expect(oedema(at(650, 500))).toBe(false)
    expect(grade({}, LOW).dr.macular_oedema).toBe(false)
    expect(oedema(at(590, 500), null)).toBeNull()
  })

  test('an exudate near the fovea that counts for nothing leaves oedema open', () => {
    expect(grade({ hard_exudates: [at(590, 500)] }, LOW).dr.macular_oedema).toBeNull()
    expect(grade({ hard_exudates: [at(650, 500)] }, LOW).dr.macular_oedema).toBe(false)
  })

  test('a blurred photograph has what is found in it and no stage that rests on nothing being found', () => {
    const blurred = (lesions: Partial<FoundLesions>, referable: number) =>
      grade(lesions, referable, MACULA, true)
    const clear = blurred({}, LOW)
    expect([clear.stage, clear.lacking, clear.dr.agreed]).toEqual([null, 'blurred', true])
    expect(clear.dr.macular_oedema).toBeNull()
    expect(blurred({ microaneurysms: some(5) }, LOW).lacking).toBe('blurred')
    expect(blurred({ haemorrhages: some(4) }, LOW).lacking).toBe('evidence_conflicts')
    const diseased = blurred({ hard_exudates: [at(590, 500)] }, HIGH)
    expect([diseased.stage, diseased.dr.macular_oedema]).toEqual([2, true])
  })

  test('every lesion and a more certain network make referable disease likelier, lesser spots a little', () => {
    const chance = (spots: FoundLesion[], screening: number) =>
      referableBy(evidenceOf({ ...none, hard_exudates: spots }), screening, CARD.referable)
    expect(chance(some(1), 0.5)).toBeGreaterThan(chance([], 0.5))
    expect(chance(some(9), 0.5)).toBeGreaterThan(chance(some(1), 0.5))
    expect(chance([], 0.9)).toBeGreaterThan(chance([], 0.5))
    const faint = chance([at(700, 500, 0.2)], 0.5)
    expect(faint).toBeGreaterThan(chance([], 0.5))
    expect(faint).toBeLessThan(chance(some(1), 0.5))
  })
})

describe('suspicion of glaucoma', () => {
  const wide = { rim: Array<number>(12).fill(0.3), isnt: true }
  const sharp = { vcdr: 0.02, rim: 0.01 }
  const rules = {
    ...{ task: 'glaucoma' as const, version: '1', sure: 0.8, thin_rim: 0.1 },
    from: { watch: 0.5, suspect: 0.65, high: 0.8 },
    largest_usual: { least_mm: 1.2, step_mm: 0.1, ratios: [0.6, 0.6, 0.67, 0.68, 0.7, 0.71, 0.75] },
  }
  const suspicionOf = (
    vcdr: number,
    disc: { rim: number[]; isnt: boolean },
    diameter: number | null,
    spreads: { vcdr: number; rim: number },
  ) => suspicionBy(vcdr, disc, diameter, spreads, rules)
  test.each([
    [0.3, 'low'],
    [0.55, 'watch'],
    [0.7, 'suspect'],
    [0.85, 'high'],
  ] as const)('a ratio of %f alone is %s', (vcdr, band) => {
    const found = suspicionOf(vcdr, wide, null, sharp)
    expect(found).toEqual({ band, signs: band === 'low' ? [] : ['vcdr'] })
  })

  test('a ratio or rim that is not sure makes nothing suspected', () => {
    const vague = { vcdr: 0.1, rim: 0.04 }
    expect(suspicionOf(0.7, wide, null, vague).band).toBe('watch')
    expect(suspicionOf(0.85, wide, null, vague).band).toBe('suspect')
    const thin = { ...wide, rim: wide.rim.map((w, i) => (i === 6 ? 0.08 : w)) }
    expect(suspicionOf(0.4, thin, null, vague)).toEqual({ band: 'low', signs: [] })
  })

  test('a thin rim below or above makes a small cup suspect; at the sides it does not', () => {
    const thin = (hour: number) => ({
      ...wide,
      rim: wide.rim.map((w, i) => (i === hour ? 0.08 : w)),
    })
    expect(suspicionOf(0.4, thin(6), null, sharp)).toEqual({ band: 'suspect', signs: ['thin_rim'] })
    expect(suspicionOf(0.4, thin(0), null, sharp).band).toBe('suspect')
    expect(suspicionOf(0.4, thin(3), null, sharp).band).toBe('low')
  })

  test('a ratio beyond what a disc of its size usually has is suspect', () => {
    const small = suspicionOf(0.63, wide, 1.2, sharp)
    expect(small).toEqual({ band: 'suspect', signs: ['vcdr', 'disc_size'] })
    expect(suspicionOf(0.63, wide, 1.9, sharp).band).toBe('watch')
  })

  test('the rim’s order supports a suspicion and makes none', () => {
    const broken = { ...wide, isnt: false }
    expect(suspicionOf(0.4, broken, null, sharp)).toEqual({ band: 'low', signs: [] })
    expect(suspicionOf(0.55, broken, null, sharp).signs).toEqual(['vcdr', 'isnt'])
  })
})
