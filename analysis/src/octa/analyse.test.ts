import { join } from 'node:path'
import { OCTA_FIGURES, OCTA_MAPS, MODALITY, OctaFindings } from '@mingmou/contract'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { numbersOf } from '../certainty/numbers.ts'
import {
  drawFundus,
  drawNotFundus,
  drawOcta,
  encodeJpeg,
  encodePng,
  type OctaOptions,
} from '../phantom/index.ts'
import { negativeOf } from '../colour.ts'
import { decodeGrey, type Picture } from '../image.ts'
import { analyseOcta } from './analyse.ts'
import { randomFrom } from '../random.ts'
import { loadModels } from './models.ts'
import { draftOpinion } from './opinion.ts'
import { SPOILS } from './spoil.ts'
import { MODELS_OF_ALL, THREADS } from '../testing/files.ts'
import { fourOf, OTHER_OCT } from '../testing/whole-pictures.ts'

const models = await loadModels(join(MODELS_OF_ALL, 'octa'), THREADS)
afterAll(() => models.close())

const small = { img_type: 1 } as const
const wide = { img_type: 2 } as const

async function scanOf(seed: number, options: OctaOptions = {}) {
  const { image, truth } = drawOcta(seed, options)
  const known = options.scan === 6 ? wide : small
  const { findings } = await analyseOcta(await encodePng(image), models, known)
  const area = truth.zone.data.reduce((sum, value) => sum + value, 0) * truth.mmPerPx ** 2
  const share = (data: Uint8Array) =>
    (100 * data.reduce((sum, value) => sum + value, 0)) / data.length
  return { findings, area, all: share(truth.vessels.data), large: share(truth.large.data) }
}

/** How far a figure may lie from the drawn truth: two usual errors of the table of figures. */
function mostError(key: string, value: number): number {
  const { error } = OCTA_FIGURES.at(key)
  return error ? 2 * error.usual * (error.relative ? value : 1) : 0
}

describe('a drawn scan', () => {
  test.each([
    ['of 3 mm', {}],
    ['of 6 mm', { scan: 6 }],
    ['with a broad zone', { zone: 0.4, stretch: 1.3 }],
    ['with a small zone', { zone: 0.2 }],
  ] as const)('%s has zone and density within the stated errors', async (_, options) => {
    const { findings, area, all, large } = await scanOf(11, options)
    expect(OctaFindings.parse(findings)).toEqual(findings)
    expect(findings.gradable).toBe(true)
    const zone = findings.faz_area_mm2 ?? 0
    expect(Math.abs(zone - area)).toBeLessThan(mostError('faz_area_mm2', area))
    const ratio = 'stretch' in options ? options.stretch : 1.15
    expect(Math.abs((findings.zone?.axis_ratio ?? 0) - ratio)).toBeLessThan(0.2)
    // Of an ellipse with these axes.
    expect(findings.zone?.circularity).toBeGreaterThan(0.85)
    expect(findings.zone?.circularity).toBeLessThan(1.05)
    expect(Math.abs((findings.vessel?.density.whole ?? 0) - all)).toBeLessThan(
      mostError('vessel.density.whole', all),
    )
    expect(Math.abs((findings.large?.density.whole ?? 0) - large)).toBeLessThan(
      mostError('large.density.whole', large),
    )
  })

  test('has a reason for every figure that it lacks, and a confidence for every one it has', async () => {
    const { findings } = await scanOf(12)
    for (const [name, value] of Object.entries(findings))
      if (value === null) expect(findings.not_measured[name], name).toBeDefined()
    expect(findings.not_measured).toMatchObject({
      'vessel.density.nasal': 'eye_unknown',
      'vessel.density.outer_superior': 'out_of_frame',
    })
    expect(findings.confidence['faz_area_mm2']?.level).toBeGreaterThan(0.3)
  })

  test('has the zone that a clinician draws, with no confidence of the machine; the vessels stay as they were', async () => {
    const { image, truth } = drawOcta(11)
    const bytes = await encodePng(image)
    const { findings: machine, counted } = await analyseOcta(bytes, models, small)
    // What a drawing begins with is what was measured: a spot far from it changes nothing.
    const png = await counted.find(({ name }) => name === 'faz')?.encode()
    const faz = await decodeGrey(png ?? Buffer.alloc(0))
    for (let at = 0; at < 9; at++) faz.data[faz.width * (4 + (at % 3)) + Math.floor(at / 3)] = 255
    const same = await analyseOcta(bytes, models, { ...small, drawn: { faz } })
    const before = machine.faz_area_mm2 ?? 0
    expect(Math.abs((same.findings.faz_area_mm2 ?? 0) - before)).toBeLessThan(0.01 * before)
    // A square of 40 px in the middle of the scan, on a mask of its size and on one of twice that.
    const inside = (at: number, size: number) => Math.abs((at + 0.5) / size - 0.5) < 20 / 304
    const square = (size: number) => ({
      width: size,
      height: size,
      data: Uint8Array.from({ length: size * size }, (_, at) =>
        inside(at % size, size) && inside(Math.floor(at / size), size) ? 255 : 0,
      ),
    })
    const area = (40 * truth.mmPerPx) ** 2
    for (const size of [304, 608]) {
      const drawn = { faz: square(size) }
      const { findings, maps } = await analyseOcta(bytes, models, { ...small, drawn })
      expect(Math.abs((findings.faz_area_mm2 ?? 0) - area)).toBeLessThan(0.05 * area)
      expect(findings.zone?.circularity).toBeLessThan(0.9)
      expect(findings.confidence).not.toHaveProperty('faz_area_mm2')
      expect(findings.vessel?.density.whole).toBe(machine.vessel?.density.whole)
      expect(findings.quality).toEqual(machine.quality)
      expect(maps.map(({ name }) => name)).toContain('faz')
    }
    const none = { ...square(304), data: new Uint8Array(304 * 304) }
    const { findings } = await analyseOcta(bytes, models, { ...small, drawn: { faz: none } })
    expect([findings.faz_area_mm2, findings.not_measured['faz_area_mm2']]).toEqual([
      null,
      'no_zone',
    ])
  })

  test('has a patch without capillaries where one was drawn, and none where none was', async () => {
    const { findings } = await scanOf(13, { gaps: [[0.8, 0.6, 0.25]] })
    expect(findings.gaps?.count).toBe(1)
    const [x, y] = findings.gaps?.spots[0] ?? [0, 0]
    const at = (px: number) => ((px + 0.5) * 3) / 304 - 1.5
    expect(Math.hypot(at(x) - 0.8, at(y) - 0.6)).toBeLessThan(0.1)
    const truth = Math.PI * 0.25 ** 2
    expect(Math.abs((findings.gaps?.area ?? 0) - truth)).toBeLessThan(mostError('gaps.area', truth))
    expect((await scanOf(13)).findings.gaps?.count).toBe(0)
  })

  test('tells nasal and temporal by the eye', async () => {
    const bytes = await encodePng(drawOcta(14).image)
    const [OD, OS] = await Promise.all(
      (['OD', 'OS'] as const).map((eye) => analyseOcta(bytes, models, { ...small, eye })),
    )
    expect(OD?.findings.vessel?.density.nasal).toBe(OD?.findings.vessel?.density.right)
    expect(OS?.findings.vessel?.density.nasal).toBe(OD?.findings.vessel?.density.temporal)
  })

  test('goes through its stages, and twice gives the same bytes twice', async () => {
    const bytes = await encodePng(drawOcta(15).image)
    const stages: string[] = []
    const told: unknown[] = []
    const watch = {
      onStage: (stage: string) => stages.push(stage),
      onQuality: (quality: unknown) => void told.push(quality),
    }
    const one = await analyseOcta(bytes, models, small, watch)
    const two = await analyseOcta(bytes, models, small)
    expect(stages).toEqual([...MODALITY.octa.stages])
    expect(told).toEqual([one.findings.quality])
    expect(JSON.stringify(two.findings)).toBe(JSON.stringify(one.findings))
    expect(one.maps.map(({ name }) => name)).toEqual([...OCTA_MAPS])
    for (const [at, { encode }] of one.maps.entries()) {
      const png = await encode()
      expect(png.equals((await two.maps[at]?.encode()) ?? Buffer.alloc(0))).toBe(true)
      expect(await sharp(png).metadata()).toMatchObject({ width: 304, height: 304, channels: 1 })
    }
  })
})

describe('a drawn scan that is spoiled', async () => {
  const { image } = drawOcta(31)
  const judged = async (picture: typeof image) =>
    (await analyseOcta(await encodePng(picture), models, small)).findings
  const own = await judged(image)

  test.each([
    ['blurred', 'blurred', [0, 1, 2]],
    ['darkened', 'too_dark', [0, 2, 4]],
    ['moved', 'motion', [0, 1, 2]],
    ['banded', 'banding', [1, 2, 3]],
  ] as const)('and %s has less quality with every step, and says why', async (kind, why, steps) => {
    const all = SPOILS.filter((spoil) => spoil.kind === kind)
    const found = [own]
    for (const step of steps) {
      const spoiled = all[step]?.spoil(image, 3, randomFrom(7))
      if (spoiled) found.push(await judged(spoiled))
    }
    const scores = found.map(({ quality_score }) => quality_score ?? -1)
    expect(scores).toHaveLength(4)
    expect(new Set(scores).size).toBe(4)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(found.at(-1)?.quality.reasons).toContain(why)
  })

  test('beyond telling by its blur has no figures, and is named as blurred', async () => {
    const blurred = SPOILS.find(({ step }) => step === 'blurred by 18 um')
    if (!blurred) throw new Error('no such blur')
    const findings = await judged(blurred.spoil(image, 3, randomFrom(7)))
    expect(findings).toMatchObject({ gradable: false, capillary_density: null, vessel: null })
    expect(findings.quality.reasons).toEqual(['not_octa', 'blurred'])
  })
})

describe('a copy of a drawn scan', async () => {
  const { image } = drawOcta(21)
  const png = await encodePng(image)
  const of = async (bytes: Buffer) => (await analyseOcta(bytes, models, small)).findings
  const own = await of(png)
  const copy = (make: (from: Sharp) => Sharp) => make(sharp(png)).png().toBuffer()
  /** As the same scanner would show a tilted head: the frame stays, and what it shows is turned. */
  const tilted = async () => {
    const wide = await copy((from) =>
      from.extend({ top: 40, bottom: 40, left: 40, right: 40, extendWith: 'mirror' }),
    )
    const turned = await sharp(wide).rotate(7).png().toBuffer()
    const { width, height } = await sharp(turned).metadata()
    const [left, top] = [width, height].map((side) => Math.round((side - 304) / 2))
    return sharp(turned)
      .extract({ left: left ?? 0, top: top ?? 0, width: 304, height: 304 })
      .png()
      .toBuffer()
  }
  const STAYS = [
    ...['faz_area_mm2', 'zone.perimeter', 'zone.circularity', 'zone.axis_ratio'],
    ...['capillary_density', 'vessel.density.whole', 'vessel.density.fovea'],
    ...['vessel.length_density.whole', 'vessel.diameter', 'vessel.fractal_dimension'],
    ...['large.density.whole', 'large.length_density.whole', 'large.diameter'],
  ]
  /** These follow the frame of the picture: a scan that is turned is not told from one that is not. */
  const FRAMED = ['superior', 'inferior', 'left', 'right'].map((part) => `vessel.density.${part}`)

  test.each([
    ['twice as large', () => copy((from) => from.resize(608, 608)), [...STAYS, ...FRAMED]],
    ['half as large', () => copy((from) => from.resize(152, 152)), [...STAYS, ...FRAMED]],
    ['compressed again', () => encodeJpeg(image, 80), [...STAYS, ...FRAMED]],
    ['a fifth brighter', () => copy((from) => from.linear(1.2, 0)), [...STAYS, ...FRAMED]],
    ['turned by 90 degrees', () => copy((from) => from.rotate(90)), STAYS],
    ['turned by 7 degrees', tilted, STAYS],
  ] as const)(
    '%s has the same figures within their stated errors, or fewer',
    async (_, make, keys) => {
      const found = await of(await make())
      const [before, after] = [own, found].map((findings) => new Map(numbersOf(findings)))
      const moved = keys.flatMap((key) => {
        const [one, other] = [before?.get(key), after?.get(key)]
        if (one === undefined) throw new Error(`the scan has no ${key}`)
        if (other === undefined || Math.abs(other - one) < mostError(key, one)) return []
        return [`${key}: ${String(one)} became ${String(other)}`]
      })
      expect(moved).toEqual([])
      expect(found.quality.reasons).not.toContain('not_octa')
      if (found.gradable) expect(after?.get('faz_area_mm2')).toBeDefined()
    },
  )
})

describe('what is no gradable scan', () => {
  test.each(['plain', 'stripes', 'gradient', 'noise', 'surface'] as const)(
    'a drawn picture of %s is refused without a map',
    async (kind) => {
      const bytes = await encodePng(drawNotFundus(3, kind))
      const { findings, maps } = await analyseOcta(bytes, models, small)
      expect(findings.quality.reasons[0]).toBe('not_octa')
      expect(findings).toMatchObject({ gradable: false, faz_area_mm2: null, vessel: null })
      expect(OctaFindings.parse(findings)).toEqual(findings)
      expect(maps).toEqual([])
    },
  )

  test.each(Object.entries(OTHER_OCT))('%s: no flow image, and told so', async (_, make) => {
    const picture = await make(drawOcta(5).image, drawOcta(6).image)
    const { findings, maps } = await analyseOcta(await encodePng(picture), models, small)
    expect(findings.quality.reasons[0]).toBe('not_octa')
    expect(findings).toMatchObject({ gradable: false, faz_area_mm2: null, vessel: null })
    expect(maps).toEqual([])
  })

  test('a fundus photograph is named as one', async () => {
    const bytes = await encodePng(drawFundus(3, { width: 800 }).image)
    const { findings } = await analyseOcta(bytes, models, small)
    expect(findings.quality.reasons).toEqual(['not_octa', 'seems_fundus'])
  })

  test('a scan that is cut has an unknown size: maps and no figure', async () => {
    const cut = sharp(await encodePng(drawOcta(5).image)).extract({
      left: 0,
      top: 0,
      width: 304,
      height: 250,
    })
    const { findings, maps } = await analyseOcta(await cut.png().toBuffer(), models, small)
    expect(findings.quality.reasons).toContain('cropped')
    expect(findings).toMatchObject({ gradable: false, vessel: null })
    expect(maps).toHaveLength(3)
  })

  test('a scan whose breadth nobody stated has maps, and the reason for every figure', async () => {
    const { findings, maps } = await analyseOcta(await encodePng(drawOcta(6).image), models)
    expect(findings).toMatchObject({ gradable: true, faz_area_mm2: null, scan_mm: null })
    expect(findings.not_measured).toMatchObject({ vessel: 'no_scan_size', scan_mm: 'no_scan_size' })
    expect(maps).toHaveLength(3)
  })
})

describe('a picture of scans that is not one with bright vessels', () => {
  const nothing = { gradable: false, faz_area_mm2: null, vessel: null, gaps: null }
  const refused = async (picture: Picture) => {
    const { findings } = await analyseOcta(await encodePng(picture), models, small)
    expect(findings).toMatchObject(nothing)
    return findings
  }

  test('four layers on one page are named so, whether gaps part them or not', async () => {
    for (const gap of [0, 6]) {
      const page = await fourOf(drawOcta(11).image, drawOcta(12).image, gap)
      const findings = await refused(page)
      expect(findings.quality.reasons, String(gap)).toEqual(['several_fields'])
      expect(findings.not_measured).toMatchObject({ faz_area_mm2: 'several_fields' })
      expect(draftOpinion([{ index: 0, eye: null, findings }], 0, 'zh-CN')).toContain(
        '未作分析：图中不止一个视野（双眼、立体像对、拼图或多层扫描）',
      )
    }
  })

  test('a negative is named so', async () => {
    const findings = await refused(negativeOf(drawOcta(11).image))
    expect(findings.quality.reasons).toEqual(['negative'])
    expect(draftOpinion([{ index: 0, eye: null, findings }], 0, 'en')).toContain(
      'Not analysed: negative: light and dark are inverted',
    )
  })
})
