import { FundusFindings, type Quality } from '@mingmou/contract'
import { describe, expect, test } from 'vitest'
import { drawFundus } from '../../phantom/index.ts'
import { drawnPredictions } from '../../testing/drawn-predictions.ts'
import { MEASURE_OPTIONS as options, SHARP } from '../../testing/measure-options.ts'
import { unexplained } from '../../testing/unexplained.ts'
import type { Predictions } from '../predictions.ts'
import type { PartMap } from '../../geometry/part.ts'
import { ofEach } from './lesions.ts'
import { numbersOf } from '../../certainty/numbers.ts'
import { measureFundus } from './index.ts'
import { withShown } from './shows.ts'
import { treeOf } from './tree.ts'

const { image, truth } = drawFundus(5, { width: 1000, eye: 'OD', lesions: true })
const size = { width: image.width, height: image.height }
const predictions = drawnPredictions(truth, size)
const quality: Quality = {
  ...SHARP,
  field: {
    centre: [499.5, 374.5],
    diameter_px: truth.diameter,
    inside_frame: 1,
    area_px: 407_000,
  },
}
const tree = treeOf(predictions.vessels)
const measure = (...known: Parameters<typeof measureFundus>) => measureFundus(...known).measured
const found = measure(predictions, tree, quality, options)
const empty = (map: PartMap): PartMap => ({ ...map, data: new Float32Array(map.data.length) })
/** The same as the middle of a field with px enough for microaneurysms. */
const large = { ...predictions, field: { ...predictions.field, diameter: 1020 } }
const lesions = ofEach(() => empty(predictions.lesions.microaneurysms))
const clear = (change: Partial<Predictions>) =>
  measure(
    { ...large, screening: { ungradable: 0, lessThanGood: 0, referable: 0.02 }, ...change },
    tree,
    quality,
    options,
  )

function findings(parts: ReturnType<typeof measure>): FundusFindings {
  return {
    modality: 'fundus',
    file: { sha256: 'a', ...size },
    gradable: true,
    quality_score: 0.9,
    quality,
    model_versions: {},
    ...parts,
  }
}

describe('a drawn photograph seen without error', () => {
  test('gives findings that the contract accepts', () => {
    expect(FundusFindings.parse(findings(found))).toEqual(findings(found))
  })

  test('places disc and fovea where they were drawn and knows the eye', () => {
    expect(found.eye).toBe('OD')
    expect(found.eye_confidence).toBeGreaterThan(0.95)
    const off = ([x, y]: [number, number], to: { x: number; y: number }) =>
      Math.hypot(x - to.x, y - to.y)
    expect(off(found.disc_centre ?? [0, 0], truth.disc)).toBeLessThan(1)
    const [x, y] = truth.fovea
    expect(off(found.fovea_centre ?? [0, 0], { x, y })).toBeLessThan(2)
    expect(found.macula?.fd_dist).toBeCloseTo(Math.hypot(truth.disc.x - x, truth.disc.y - y), 0)
    expect(found.macula?.angle).toBeLessThan(0)
    expect(Math.abs((found.vcdr ?? 0) - truth.cup.ry / truth.disc.ry)).toBeLessThan(0.01)
  })

  test('counts the lesions that were drawn, in the quadrants they lie in', () => {
    const count = (kind: string) => truth.lesions.filter((lesion) => lesion.kind === kind).length
    const exudates = found.lesions?.soft_exudates
    expect(exudates?.count).toBe(count('soft_exudate'))
    // Touching spots are one.
    expect(found.lesions?.microaneurysms.count).toBeGreaterThan(0.7 * count('microaneurysm'))
    const drawn = truth.lesions.filter(
      ({ kind, x, y }) => kind === 'soft_exudate' && x < truth.fovea[0] && y < truth.fovea[1],
    )
    expect(exudates?.quadrants?.superior_temporal).toBe(drawn.length)
    expect(found.lesion_bool).toBe(true)
    expect(found.dr).toMatchObject({ rule: 'more_than_microaneurysms', referable: true })
    expect(found.dr_grade).toBe(2)
  })

  test('tells a reason for every null and a confidence for every number', () => {
    expect(unexplained(found, found.not_measured)).toEqual([])
    const parts = { vessel: found.vessel, disc: found.disc, macula: found.macula }
    const silent = Object.entries(parts)
      .flatMap(([name, part]) => (part ? numbersOf(part, name) : []))
      .map(([name]) => name)
      .filter((name) => !found.confidence[name])
    expect(silent).toEqual([])
    for (const name of ['eye', 'vcdr', 'disc_centre', 'dr_grade', 'lesion_bool'])
      expect(Object.keys(found.confidence)).toContain(name)
    // This is the confidence of the ratio, never of the disease.
    expect(found.glaucoma).not.toBeNull()
    expect(Object.keys(found.confidence)).not.toContain('glaucoma')
  })

  test('measured twice gives the same', () => {
    expect(measure(predictions, tree, quality, options)).toEqual(found)
  })
})

describe('what cannot be judged is null with its reason', () => {
  const without = (change: Partial<Predictions>) =>
    measure({ ...predictions, ...change }, tree, quality, options)

  test('a photograph that is not gradable has places and no figures', () => {
    const result = measure(predictions, tree, { ...quality, gradable: false }, options)
    expect([result.eye, result.dr_grade, result.vessel, result.disc]).toEqual([
      'OD',
      null,
      null,
      null,
    ])
    expect(result.not_measured['dr_grade']).toBe('not_gradable')
    expect(unexplained(result, result.not_measured)).toEqual([])
  })

  test('no fovea: nothing that needs one', () => {
    const landmarks = { ...predictions.landmarks, fovea: empty(predictions.landmarks.fovea) }
    const result = without({ landmarks })
    expect([result.fovea_centre, result.macula, result.dr?.macular_oedema]).toEqual([
      null,
      null,
      null,
    ])
    expect(result.not_measured['fovea_centre']).toBe('no_fovea')
    expect(unexplained(result, result.not_measured)).toEqual([])
  })

  test('views that place the fovea apart leave it open, and the eye known', () => {
    const { landmarks } = predictions
    const { fovea } = landmarks
    const moved = (by: number) => ({
      ...landmarks,
      fovea: { ...fovea, data: fovea.data.map((_, i) => fovea.data[i + by] ?? 0) },
    })
    const by = Math.round(1.5 * truth.disc.rx)
    const result = without({ views: { ...predictions.views, landmarks: [moved(by), moved(-by)] } })
    expect([result.fovea_centre, result.not_measured['fovea_centre']]).toEqual([null, 'uncertain'])
    expect(result.eye).toBe('OD')
  })

  const { disc, fovea, diameter } = truth
  /** Landmarks whose network takes places for the fovea: by offsets from it, px, and peaks. */
  const withFoveas = (...bumps: readonly (readonly [dx: number, dy: number, peak: number])[]) => {
    const map = predictions.landmarks.fovea
    const sigma = 0.03 * diameter
    const valueAt = (i: number) => {
      const [x, y] = [i % map.width, Math.floor(i / map.width)]
      const far = bumps.map(
        ([dx, dy, peak]) =>
          peak *
          Math.exp(-((x - fovea[0] - dx) ** 2 + (y - fovea[1] - dy) ** 2) / (2 * sigma ** 2)),
      )
      return Math.max(...far)
    }
    return { ...predictions.landmarks, fovea: { ...map, data: map.data.map((_, i) => valueAt(i)) } }
  }
  /** As far from the disc as the fovea, and 45 degrees below its level. */
  const [away, down] = [disc.x - fovea[0], fovea[1] - disc.y]
  const slant = Math.hypot(away, down) * Math.SQRT1_2
  const below = [away - slant, slant - down] as const

  test('a dark spot that does not lie to the disc as a fovea is none, and nothing is told from it', () => {
    const result = without({ landmarks: withFoveas([...below, 0.9]) })
    expect([result.fovea_centre, result.macula, result.dr?.macular_oedema]).toEqual([
      ...[null, null, null],
    ])
    for (const name of ['fovea_centre', 'macula', 'dr.macular_oedema'])
      expect(result.not_measured[name], name).toBe('fovea_unfit')
    // The ratio is taken upright: a wrong fovea turns no photograph. Without one nothing shows that it is upright.
    expect(result.vcdr).not.toBeNull()
    expect([result.disc?.rim, result.disc?.ddls?.clock_hour]).toEqual([null, null])
    expect(result.not_measured['disc.rim']).toBe('eye_unknown')
    expect(unexplained(result, result.not_measured)).toEqual([])
  })

  test('the fovea beside a surer spot that does not fit the disc is found', () => {
    const [x, y] = without({ landmarks: withFoveas([...below, 0.95], [0, 0, 0.6]) })
      .fovea_centre ?? [0, 0]
    expect(Math.hypot(x - fovea[0], y - fovea[1])).toBeLessThan(3)
  })

  test('a haemorrhage where the fovea could lie is not the fovea', () => {
    const map = predictions.lesions.haemorrhages
    const bled = map.data.map((value, i) => {
      const far = Math.hypot((i % map.width) - fovea[0], Math.floor(i / map.width) - fovea[1])
      return far < 0.02 * diameter ? 0.7 : value
    })
    const lesions = { ...predictions.lesions, haemorrhages: { ...map, data: bled } }
    const result = without({ lesions })
    expect([result.fovea_centre, result.not_measured['fovea_centre']]).toEqual([
      null,
      'fovea_unfit',
    ])
    // The place of the macula is known all the same.
    expect(result.shows?.macula).toBe(true)
  })

  test('a photograph on its side keeps its fovea, and has no angle', () => {
    const quarter = [away - down, -down - away] as const
    const result = without({ landmarks: withFoveas([...quarter, 0.9]) })
    expect(result.fovea_centre).not.toBeNull()
    expect([result.macula?.angle, result.not_measured['macula.angle']]).toEqual([null, 'turned'])
    expect(result.not_measured['disc.rim']).toBe('turned')
  })

  test('a blurred photograph without a lesion: no stage, and nobody told that there is none', () => {
    const screening = { ungradable: 0, lessThanGood: 0, referable: 0.02 }
    const blurred: Quality = { ...quality, reasons: ['blurred'] }
    const result = measure({ ...predictions, lesions, screening }, tree, blurred, options)
    expect([result.dr_grade, result.lesion_bool, result.dr?.macular_oedema]).toEqual([
      null,
      null,
      null,
    ])
    expect(result.dr_referable_probability).toBeNull()
    for (const name of ['dr_grade', 'dr_referable_probability', 'lesion_bool', 'dr.macular_oedema'])
      expect(result.not_measured[name]).toBe('blurred')
    expect(Object.keys(result.confidence)).not.toContain('lesions.haemorrhages.count')
    expect(unexplained(result, result.not_measured)).toEqual([])
  })

  test('no disc: no ratio, no zones, no eye', () => {
    const landmarks = { ...predictions.landmarks, disc: empty(predictions.landmarks.disc) }
    const result = without({ landmarks, disc: null })
    expect([result.disc_centre, result.vcdr, result.glaucoma, result.vessel?.zone_b]).toEqual([
      ...[null, null, null, null],
    ])
    expect([result.eye, result.not_measured['eye']]).toEqual([null, 'uncertain'])
    expect(unexplained(result, result.not_measured)).toEqual([])
  })

  test('views that disagree about the cup: no ratio', () => {
    if (!predictions.disc) throw new Error('the disc is drawn')
    const { disc, cup } = predictions.disc
    const views = [cup, { ...cup, data: cup.data.map((p, i) => (i % 1000 > 500 ? p : p / 4)) }]
    const high = { ...cup, data: disc.data }
    const result = without({
      views: {
        ...predictions.views,
        disc: [...views, high].map((cup) => ({ disc, cup, glare: 0, light: 1 })),
      },
    })
    expect([result.vcdr, result.glaucoma, result.disc?.cup]).toEqual([null, null, null])
    expect(result.disc?.disc.area).toBeGreaterThan(0)
    expect(result.not_measured['vcdr']).toBe('uncertain')
    expect(unexplained(result, result.not_measured)).toEqual([])
  })

  test('a cup that grows with the light: no ratio', () => {
    if (!predictions.disc) throw new Error('the disc is drawn')
    const { disc, cup } = predictions.disc
    // About 0.08 of the disc lower, as much as views usually differ.
    const rows = [...cup.data.keys()].filter((i) => (cup.data[i] ?? 0) > 0.5)
    const top = Math.floor((rows[0] ?? 0) / cup.width)
    const bottom = Math.floor((rows.at(-1) ?? 0) / cup.width)
    const edge = (top + 0.15 * (bottom - top)) * cup.width
    const small = { ...cup, data: cup.data.map((p, i) => (i > edge ? p : 0)) }
    const views = [0.87, 1.15].map((light) => ({
      disc,
      cup: light > 1 ? cup : small,
      glare: 0,
      light,
    }))
    const steady = views.map((view) => ({ ...view, light: 1 }))
    expect(without({ views: { ...predictions.views, disc: steady } }).vcdr).not.toBeNull()
    const result = without({ views: { ...predictions.views, disc: views } })
    expect([result.vcdr, result.not_measured['vcdr']]).toEqual([null, 'uncertain'])
  })

  test('a disc that glares: its outline, and no ratio', () => {
    const result = without({ disc: predictions.disc && { ...predictions.disc, glare: 0.3 } })
    expect([result.vcdr, result.glaucoma, result.disc?.cup]).toEqual([null, null, null])
    expect(result.disc?.disc.area).toBeGreaterThan(0)
    expect(result.not_measured['vcdr']).toBe('too_bright')
    expect(unexplained(result, result.not_measured)).toEqual([])
  })

  test('a disc that the edge of the field cuts: no outline', () => {
    const right = truth.disc.x + truth.disc.rx / 2
    const box = { x: 0, y: 0, width: Math.round(right), height: size.height }
    const result = without({ field: { ...predictions.field, box } })
    expect([result.disc, result.not_measured['disc']]).toEqual([null, 'out_of_frame'])
    expect(result.disc_centre).not.toBeNull()
    expect(unexplained(result, result.not_measured)).toEqual([])
  })

  test('no lesion at all: stage 0, no distances, and findings that the contract accepts', () => {
    const result = clear({ lesions })
    expect(FundusFindings.parse(findings(result))).toEqual(findings(result))
    expect([result.dr_grade, result.lesion_bool]).toEqual([0, false])
    expect(result.not_measured['lesions.haemorrhages.fovea_distance_dd']).toBe('no_lesion')
  })

  describe('stage 0 needs a photograph that shows where lesions would be', () => {
    const box = { ...predictions.field.box }
    const right = Math.round(truth.disc.x + truth.disc.rx / 2)
    const left = Math.round(fovea[0] - truth.disc.ry)
    // The drawn field as one of 75 degrees: disc and fovea lie so far apart in one of 45.
    const apart = Math.hypot(fovea[0] - truth.disc.x, fovea[1] - truth.disc.y)
    const WIDE = Math.round(apart / (0.33 * 0.6))
    test.each([
      ['disc_not_shown', { field: { ...large.field, box: { ...box, width: right } } }],
      [
        'macula_not_shown',
        { field: { ...large.field, box: { ...box, x: left, width: size.width - left } } },
      ],
      ['too_few_pixels', { field: { ...large.field, diameter: 700 } }],
      ['field_cut', { field: { ...large.field, hidden: 0.08 } }],
      ['field_cut', { field: { ...large.field, insideFrame: 0.71 } }],
      ['wide_field', { field: { ...large.field, diameter: WIDE } }],
    ] as const)(
      '%s: no stage, no chances, and none of the missing lesions is told',
      (why, change) => {
        const result = clear({ lesions, ...change })
        expect([result.dr_grade, result.lesion_bool, result.dr?.stages]).toEqual([null, null, null])
        for (const name of ['dr_grade', 'lesion_bool', 'dr.stages'])
          expect(result.not_measured[name], name).toBe(why)
        expect([result.dr?.rule, result.dr?.agreed]).toEqual(['no_lesion', true])
        expect(Object.keys(result.confidence)).not.toContain('lesions.haemorrhages.count')
        const shown = withShown(quality, result)
        expect([shown.standard, shown.reasons]).toEqual([false, [why]])
        expect(unexplained(result, result.not_measured)).toEqual([])
        // Lesions that are seen are told of any photograph.
        const ill = without({ ...change, landmarks: predictions.landmarks })
        expect(ill.dr_grade).toBe(2)
      },
    )

    test('a macula whose fovea is marked is not called missing where the disc is', () => {
      const landmarks = { ...predictions.landmarks, disc: empty(predictions.landmarks.disc) }
      const result = clear({ lesions, landmarks, disc: null })
      expect([result.disc, result.fovea_centre !== null]).toEqual([null, true])
      expect(withShown(quality, result).reasons).toEqual(['disc_not_shown'])
    })

    test('a macula that is cut has no absence of oedema', () => {
      const cut = { ...large.field, box: { ...box, x: left, width: size.width - left } }
      const result = clear({ lesions, field: cut })
      expect(result.fovea_centre).not.toBeNull()
      expect([result.dr?.macular_oedema, result.not_measured['dr.macular_oedema']]).toEqual([
        null,
        'macula_not_shown',
      ])
      expect(clear({ lesions }).dr?.macular_oedema).toBe(false)
    })

    test('a macula without a fovea to be found is shown where it usually lies, and bears no stage 0', () => {
      const landmarks = { ...predictions.landmarks, fovea: empty(predictions.landmarks.fovea) }
      const result = clear({ lesions, landmarks })
      expect([result.shows?.macula, result.fovea_centre]).toEqual([true, null])
      expect([result.dr_grade, result.lesion_bool, result.dr?.stages]).toEqual([null, null, null])
      expect(result.not_measured['dr_grade']).toBe('field_unknown')
      expect(unexplained(result, result.not_measured)).toEqual([])
      expect(without({ ...large, landmarks }).dr_grade).toBe(2)
    })
  })

  test('no lesions and a network that is sure of disease: no stage, a clinician asked', () => {
    const { microaneurysms: map } = predictions.lesions
    const blank = empty(map)
    const lesions = {
      microaneurysms: map,
      haemorrhages: blank,
      hard_exudates: blank,
      soft_exudates: blank,
    }
    const result = without({
      lesions,
      screening: { ungradable: 0, lessThanGood: 0, referable: 0.99 },
    })
    expect([result.dr_grade, result.dr?.agreed, result.lesion_bool]).toEqual([null, false, true])
    expect(['evidence_conflicts', 'weak_evidence']).toContain(result.not_measured['dr_grade'])
    expect(unexplained(result, result.not_measured)).toEqual([])
  })

  test('a field whose straight edges are not level: no vessel figures', () => {
    const result = without({ field: { ...predictions.field, astray: 0.02 } })
    expect([result.vessel, result.not_measured['vessel']]).toEqual([null, 'field_cut'])
    expect(unexplained(result, result.not_measured)).toEqual([])
  })

  test('a field too small for lesions: no stage, the network alone speaks', () => {
    const result = without({ field: { ...predictions.field, diameter: 224 } })
    expect([result.dr_grade, result.lesions, result.dr, result.dr_referable_probability]).toEqual([
      ...[null, null, null, 0.9],
    ])
    expect(result.not_measured['dr_grade']).toBe('too_small')
    expect(unexplained(result, result.not_measured)).toEqual([])
  })
})

test('the eye that somebody states is taken; a photograph that contradicts it seems turned and has no quadrants', () => {
  const result = measure(predictions, tree, quality, { ...options, eye: 'OS' })
  expect(result.eye).toBe('OS')
  expect([
    result.vessel?.quadrants,
    result.lesions?.haemorrhages.quadrants,
    result.disc?.isnt,
    result.disc?.rim,
    result.disc?.ddls?.clock_hour,
    result.macula?.angle,
  ]).toEqual(Array.from({ length: 6 }, () => null))
  for (const name of ['vessel.quadrants', 'disc.rim', 'disc.ddls.clock_hour', 'macula.angle'])
    expect(result.not_measured[name], name).toBe('turned')
  // How thin the rim is and how it is told by that does not turn.
  expect([result.disc?.ddls?.stage, result.glaucoma]).toEqual([
    ...[found.disc?.ddls?.stage, { ...found.glaucoma, signs: expect.any(Array) as string[] }],
  ])
})
