import { describe, expect, test } from 'vitest'
import { suspicionOf as suspicionBy } from './glaucoma.ts'
import { gradeOf } from './grade.ts'
import type { FoundLesion, FoundLesions } from './measure/lesions.ts'
import { signsOf, stagesBy, type Stages } from './signs.ts'

const none: FoundLesions = {
  microaneurysms: [],
  haemorrhages: [],
  hard_exudates: [],
  soft_exudates: [],
}
const at = (x: number, y: number, strength = 1): FoundLesion => ({
  pixels: [],
  centre: [x, y],
  area: 50,
  chance: 0.9,
  strength,
})
const MIDDLE = [500, 500] as const
const MACULA = { fovea: MIDDLE, discDiameter: 100 }
const SILENT = { bias: 0, weights: {} }
const CARD = {
  task: 'grading' as const,
  version: '1',
  least_field_px: 400,
  stages: { referable: SILENT, mild: SILENT, severe: SILENT, proliferative: SILENT },
  cuts: { low: 0.25, high: 0.6, severe: 0.55, sure: 0.9, near_exudate: 0.3 },
  calibration_curve: [],
}
/** The chances of the five stages, most of them at one. */
const likely = (stage: number): Stages =>
  [...[0, 1, 2, 3, 4].map((each) => (each === stage ? 0.8 : 0.05))] as unknown as Stages
const OPEN: Stages = [0.35, 0.2, 0.3, 0.1, 0.05]
const grade = (
  lesions: Partial<FoundLesions>,
  stages: Stages,
  macula: typeof MACULA | null = MACULA,
  blurred = false,
) => gradeOf({ ...none, ...lesions }, MIDDLE, macula, { stages, network: 0.5 }, CARD, blurred)
const some = (count: number) => Array.from({ length: count }, (_, i) => at(700 + 9 * i, 500))
const each = (count: number) =>
  [-1, 1].flatMap((dx) =>
    [-1, 1].flatMap((dy) =>
      Array.from({ length: count }, (_, i) => at(500 + dx * (150 + i), 500 + dy * 200)),
    ),
  )

describe('the likeliest stage is told where the lesions bear it', () => {
  test.each([
    ['nothing', {}, 0, 'no_lesion', 0],
    ['microaneurysms alone', { microaneurysms: some(5) }, 1, 'microaneurysms_only', 1],
    ['one haemorrhage', { haemorrhages: some(1) }, 2, 'more_than_microaneurysms', 2],
    ['one hard exudate', { hard_exudates: some(1) }, 2, 'more_than_microaneurysms', 2],
    ['one soft exudate', { soft_exudates: some(1) }, 2, 'more_than_microaneurysms', 2],
    ['much of it', { haemorrhages: each(9) }, 3, 'extensive_lesions', 3],
    ['what may be proliferative', { haemorrhages: each(20) }, 4, 'extensive_lesions', 3],
    ['twenty-one in each', { haemorrhages: each(21) }, 2, 'haemorrhages_four_quadrants', 3],
    ['many in three', { haemorrhages: each(40).slice(0, 120) }, 2, 'more_than_microaneurysms', 2],
  ] as const)('%s', (_, lesions, stage, rule, told) => {
    const found = grade(lesions, likely(stage))
    expect([found.dr.rule, found.stage, found.dr.agreed]).toEqual([rule, told, true])
    expect(found.dr.referable).toBe(told >= 2)
    expect(found.dr.not_assessed).toContain('neovascularisation')
  })

  test('spots that make no stage do not count, and the rule says so', () => {
    const spots = { microaneurysms: some(2), hard_exudates: some(1) }
    const clear = grade(spots, likely(0))
    expect([clear.dr.rule, clear.stage, clear.dr.referable]).toEqual(['weak_lesions', 0, false])
    const mild = grade(spots, likely(1))
    expect([mild.dr.rule, mild.stage]).toEqual(['microaneurysms_only', 1])
    expect(mild.counted.hard_exudates).toEqual([])
  })

  test.each([
    ['neither side of referral', { hard_exudates: some(1) }, OPEN, 'weak_evidence'],
    ['a stage without a lesion', {}, likely(2), 'evidence_conflicts'],
    [
      'a stage by microaneurysms alone',
      { microaneurysms: some(9) },
      likely(2),
      'evidence_conflicts',
    ],
    [
      'a mild stage without its lesion',
      { hard_exudates: some(1) },
      likely(1),
      'evidence_conflicts',
    ],
  ] as const)('%s: no stage, and why', (_, lesions, stages, why) => {
    const found = grade(lesions, stages)
    expect([found.stage, found.lacking, found.dr.agreed]).toEqual([null, why, false])
  })

  test('a lesser exudate counts near the fovea, from stage 2 on', () => {
    const spots = { haemorrhages: some(2), hard_exudates: [at(590, 500, 0.4), at(700, 500, 0.4)] }
    const found = grade(spots, likely(2))
    expect([found.counted.hard_exudates.length, found.dr.macular_oedema]).toEqual([1, true])
    expect(grade(spots, OPEN).counted.hard_exudates).toEqual([])
    const faint = grade({ ...spots, hard_exudates: [at(590, 500, 0.2)] }, likely(2))
    expect([faint.dr.macular_oedema, faint.dr.near_uncounted]).toEqual([false, 1])
  })

  test('a network that is sure of disease leaves no stage below 2', () => {
    const told = (network: number, stage: number, lesions: Partial<FoundLesions> = {}) =>
      gradeOf(
        { ...none, ...lesions },
        MIDDLE,
        MACULA,
        { stages: likely(stage), network },
        CARD,
        false,
      )
    expect(told(0.89, 0).stage).toBe(0)
    expect([told(0.9, 0).stage, told(0.9, 0).lacking]).toEqual([null, 'evidence_conflicts'])
    expect(told(0.9, 2, { haemorrhages: some(1) }).stage).toBe(2)
  })

  test('what a clinician drew counts, and contradicts a stage without it', () => {
    const spots = { ...none, haemorrhages: some(3) }
    const isDrawn = (kind: string) => kind === 'haemorrhages'
    const found = gradeOf(
      spots,
      MIDDLE,
      MACULA,
      { stages: likely(0), network: 0.1 },
      CARD,
      false,
      isDrawn,
    )
    expect(found.counted.haemorrhages).toHaveLength(3)
    expect([found.stage, found.lacking, found.dr.referable]).toEqual([
      null,
      'evidence_conflicts',
      true,
    ])
  })

  test('exudates within a disc diameter of the fovea make oedema suspected, others do not', () => {
    const oedema = (spot: FoundLesion, macula: typeof MACULA | null = MACULA, stages = likely(2)) =>
      grade({ hard_exudates: [spot] }, stages, macula).dr.macular_oedema
    expect(oedema(at(590, 500))).toBe(true)
    expect(oedema(at(590, 500), MACULA, OPEN)).toBe(true)
    expect(oedema(at(650, 500))).toBe(false)
    expect(oedema(at(590, 500), MACULA, likely(0))).toBeNull()
    expect(oedema(at(650, 500), MACULA, likely(0))).toBe(false)
    expect(grade({}, likely(0)).dr.macular_oedema).toBe(false)
    expect(oedema(at(590, 500), null)).toBeNull()
  })

  test('a blurred photograph has what is found in it and no stage that rests on nothing being found', () => {
    const blurred = (lesions: Partial<FoundLesions>, stages: Stages) =>
      grade(lesions, stages, MACULA, true)
    const clear = blurred({}, likely(0))
    expect([clear.stage, clear.lacking, clear.dr.agreed]).toEqual([null, 'blurred', true])
    expect(clear.dr.macular_oedema).toBeNull()
    expect(blurred({ microaneurysms: some(5) }, likely(1)).lacking).toBe('blurred')
    expect(blurred({ haemorrhages: some(4) }, OPEN).lacking).toBe('weak_evidence')
    const diseased = blurred({ hard_exudates: [at(590, 500)] }, likely(2))
    expect([diseased.stage, diseased.dr.macular_oedema]).toEqual([2, true])
  })

  test('disease is told as severe where that is clearly the likelier', () => {
    const told = (moderate: number, severe: number) =>
      grade({ haemorrhages: each(9) }, [0.02, 0.02, moderate, severe / 2, severe / 2]).stage
    expect([told(0.48, 0.48), told(0.45, 0.51), told(0.4, 0.56)]).toEqual([2, 2, 3])
  })
})

describe('the chances of the stages', () => {
  const AREA = 1_000_000
  const model = {
    referable: { bias: -3, weights: { network: 0.5, hard_exudates: 1, both_colours: 1 } },
    mild: { bias: -2, weights: { microaneurysms: 2 } },
    severe: { bias: -3, weights: { haemorrhage_area: 1 } },
    proliferative: { bias: -1, weights: { haemorrhage_area: 0.5 } },
  }
  const chances = (spots: Partial<FoundLesions>, network = 0.5) =>
    stagesBy(signsOf({ ...none, ...spots }, AREA, network), model)
  const referable = (spots: Partial<FoundLesions>, network = 0.5) => {
    const [zero, one] = chances(spots, network)
    return 1 - zero - one
  }

  test('are one together', () => {
    const all = chances({ haemorrhages: each(9), hard_exudates: some(2) })
    expect(all.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 12)
    expect(Math.min(...all)).toBeGreaterThan(0)
  })

  test('every lesion and a more certain network make referable disease likelier, lesser spots a little', () => {
    const exudates = (spots: FoundLesion[]) => referable({ hard_exudates: spots })
    expect(exudates(some(1))).toBeGreaterThan(exudates([]))
    expect(exudates(some(9))).toBeGreaterThan(exudates(some(1)))
    expect(referable({}, 0.9)).toBeGreaterThan(referable({}, 0.5))
    const faint = exudates([at(700, 500, 0.2)])
    expect(faint).toBeGreaterThan(exudates([]))
    expect(faint).toBeLessThan(exudates(some(1)))
  })

  test('bright spots beside red ones say more than either', () => {
    const bright = { hard_exudates: some(3) }
    expect(referable({ microaneurysms: some(3) })).toBeCloseTo(referable({}), 12)
    expect(referable({ ...bright, microaneurysms: some(3) })).toBeGreaterThan(referable(bright))
  })

  test('red lesions count as far as the network sees disease too', () => {
    const sign = (network: number) =>
      signsOf({ ...none, haemorrhages: some(3) }, AREA, network).supported_red
    expect(sign(0.1)).toBe(0)
    expect(sign(0.5)).toBeCloseTo(Math.log(4) / 2, 12)
    expect(sign(0.9)).toBeGreaterThan(sign(0.5))
  })

  test('microaneurysms make a mild stage likelier, and the area of haemorrhages a severe one', () => {
    const [none0, mild0] = chances({})
    const [none1, mild1] = chances({ microaneurysms: some(4) })
    expect(mild1 / none1).toBeGreaterThan(mild0 / none0)
    const severe = ([, , two, three, four]: Stages) => (three + four) / two
    expect(severe(chances({ haemorrhages: each(9) }))).toBeGreaterThan(severe(chances({})))
  })
})

describe('suspicion of glaucoma', () => {
  const wide = { rim: Array<number>(12).fill(0.3), isnt: true }
  const sharp = { vcdr: 0.02, rim: 0.01 }
  const rules = {
    task: 'glaucoma' as const,
    version: '1',
    sure: 0.8,
    thin_rim: 0.1,
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

  test('an uncertain rim makes nothing suspected, and the band of a ratio is that of its number', () => {
    const vague = { vcdr: 0.1, rim: 0.04 }
    expect(suspicionOf(0.7, wide, null, vague).band).toBe('suspect')
    expect(suspicionOf(0.85, wide, null, vague).band).toBe('high')
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
