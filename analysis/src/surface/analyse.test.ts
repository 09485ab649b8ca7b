import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MODALITY, SURFACE_FIGURES, SURFACE_MAPS, SurfaceFindings } from '@mingmou/contract'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import type { NamedMap } from '../analyser.ts'
import { blobsOf } from '../geometry/blobs.ts'
import type { PartMap } from '../geometry/part.ts'
import { decode, decodeGrey, type Grey } from '../image.ts'
import { drawFundus, drawNotFundus, drawOcta, encodeJpeg, encodePng } from '../phantom/index.ts'
import { drawSurface, type SurfaceOptions } from '../phantom/surface.ts'
import { EYE_DATA, MODELS_OF_ALL, THREADS } from '../testing/files.ts'
import { beside } from '../testing/whole-pictures.ts'
import { analyseSurface } from './analyse.ts'
import { corneaOf } from './cornea.ts'
import { measureEye } from './measure.ts'
import { loadModels } from './models.ts'
import { referralOf } from './patient.ts'
import { seeEye, type SeenMaps } from './see.ts'

const models = await loadModels(join(MODELS_OF_ALL, 'surface'), THREADS)
afterAll(() => models.close())

async function eyeOf(seed: number, options: SurfaceOptions = {}) {
  const { image, truth } = drawSurface(seed, { width: 640, ...options })
  const png = await encodePng(image)
  const { findings } = await analyseSurface(png, models)
  const { rx, ry } = truth.cornea
  const stained = truth.patch.data.reduce(
    (n, value, at) => n + (value | (truth.dots.data[at] ?? 0)),
    0,
  )
  return { image, png, findings, truth, ellipse: Math.PI * rx * ry, stained }
}

/** Several tests look at these. The same picture has the same findings, which a test below shows. */
const patched = await eyeOf(3019, { staining: 'patch' })
const clear = await eyeOf(3013, { staining: 'none' })

const shownMap = async (maps: readonly NamedMap[], name: string): Promise<Grey<Uint8Array>> =>
  decodeGrey((await maps.find((map) => map.name === name)?.encode()) ?? Buffer.alloc(0))

const partsOf = (map: Grey<Uint8Array>) =>
  blobsOf({ ...map, data: Float32Array.from(map.data) }, 128).length

/** How far a figure may lie from the drawn truth: two usual errors of the table of figures. */
function mostError(key: string, value: number): number {
  const { error } = SURFACE_FIGURES.at(key)
  return error ? 2 * error.usual * (error.relative ? value : 1) : 0
}

describe('a drawn eye', () => {
  test('with a patch has cornea and staining within the stated errors, and the kind', () => {
    const { findings, ellipse, stained } = patched
    expect(SurfaceFindings.parse(findings)).toEqual(findings)
    expect(findings).toMatchObject({ gradable: true, lesion_bool: true, lesion_type: 'patch' })
    expect(Math.abs((findings.cornea?.area ?? 0) - ellipse)).toBeLessThan(
      mostError('cornea.area', ellipse),
    )
    const percent = (100 * stained) / ellipse
    expect(Math.abs((findings.staining?.percent ?? 0) - percent)).toBeLessThan(
      mostError('staining.percent', percent),
    )
    // An estimate by a cornea of 11.7 mm.
    expect(findings.staining?.area_mm2).toBeCloseTo(
      ((findings.staining?.area ?? 0) * 11.7 ** 2) /
        (2 * Math.max(...(findings.cornea?.radii ?? [1]))) ** 2,
      3,
    )
  })

  test('has the patch that a clinician draws, with no confidence of the machine; the cornea stays as it was', async () => {
    const { image, png, truth, findings: machine } = clear
    const { width, height } = image
    const { x, y, rx } = truth.cornea
    const radius = rx / 5
    const data = Uint8Array.from({ length: width * height }, (_, at) =>
      Math.hypot((at % width) - x, Math.floor(at / width) - y) <= radius ? 255 : 0,
    )
    const drawn = { lesion: { width, height, data } }
    const { findings } = await analyseSurface(png, models, { drawn })
    expect(machine.lesion_bool).toBe(false)
    expect(findings).toMatchObject({
      lesion_bool: true,
      lesion_type: 'patch',
      cornea: machine.cornea,
    })
    expect(findings.staining?.patches).toBe(1)
    const area = Math.PI * radius ** 2
    expect(Math.abs((findings.staining?.area ?? 0) - area)).toBeLessThan(0.05 * area)
    expect(Object.keys(findings.confidence).filter((name) => /^staining/.test(name))).toEqual([])
  })

  test('gives a clinician who begins to draw what counts: a patch far from it is one patch more, and no dot', async () => {
    const { image } = drawSurface(3001, { width: 900, staining: 'mixed' })
    const bytes = await encodePng(image)
    const machine = await analyseSurface(bytes, models)
    const lesion = await shownMap(machine.counted, 'lesion')
    const { width } = lesion
    const probable = await shownMap(machine.maps, 'lesion')
    expect(partsOf(lesion)).not.toBe(partsOf(probable))
    // A round patch on the cornea, a margin from everything that is there.
    const { centre, radii } = machine.findings.cornea ?? { centre: [0, 0], radii: [0, 0] }
    const scale = width / image.width
    const [x, y] = [(centre[0] + 0.5 * radii[0]) * scale, (centre[1] + 0.5 * radii[1]) * scale]
    const within = (at: number, r: number) =>
      Math.hypot((at % width) - x, Math.floor(at / width) - y) <= r
    expect(lesion.data.some((value, at) => value > 0 && within(at, 16))).toBe(false)
    const stroke = {
      ...lesion,
      data: lesion.data.map((value, at) => (within(at, 10) ? 255 : value)),
    }
    const countsOf = async (drawn?: Grey<Uint8Array>) => {
      const known = drawn ? { drawn: { lesion: drawn } } : {}
      const { patches = -1, dots = -1 } =
        (await analyseSurface(bytes, models, known)).findings.staining ?? {}
      return { patches, dots }
    }
    const { patches = -1, dots = -1 } = machine.findings.staining ?? {}
    expect(await countsOf(stroke)).toEqual({ patches: patches + 1, dots })
  })

  test.each([3025, 3034])('with broad dots, %i, has about as many as were drawn', async (seed) => {
    const { image, truth } = drawSurface(seed, { width: 640 })
    const { findings } = await analyseSurface(await encodePng(image), models)
    const drawn = truth.drawn.dots.length
    expect(Math.abs((findings.staining?.dots ?? 0) / drawn - 1)).toBeLessThan(0.5)
  })

  test('without staining is said to have none: every class and score is 0', () => {
    expect(clear.findings).toMatchObject({
      lesion_bool: false,
      lesion_type: 'none',
      lesion_grade: 0,
      lesion_severity: 0,
      lesion_region: { central: 0, total: 0 },
    })
  })

  test('has a reason for every figure that it lacks, a spread for what is measured, and no confidence of a class', () => {
    const { findings } = patched
    for (const [name, value] of Object.entries(findings))
      if (value === null) expect(findings.not_measured[name], name).toBeDefined()
    expect(findings.not_measured).toMatchObject({
      'lesion_region.nasal': 'eye_unknown',
      scale: 'no_scale',
    })
    expect(findings.lesion_type).toBe('patch')
    for (const name of ['lesion_bool', 'lesion_type', 'lesion_grade', 'lesion_severity'])
      expect(findings.confidence[name], name).toBeUndefined()
    expect(findings.confidence['staining.percent']?.spread).toBeGreaterThan(0)
  })

  test('tells nasal and temporal by the eye', async () => {
    const bytes = await encodePng(drawSurface(3001, { width: 640, staining: 'mixed' }).image)
    const [OD, OS] = await Promise.all(
      (['OD', 'OS'] as const).map(async (eye) => {
        const { findings } = await analyseSurface(bytes, models, { eye })
        return findings.lesion_region
      }),
    )
    expect(OD?.right).toEqual(expect.any(Number))
    expect(OD?.nasal).toBe(OD?.right)
    expect(OS?.nasal).toBe(OD?.temporal)
  })

  test('goes through its stages, and twice gives the same bytes twice', async () => {
    const bytes = await encodePng(drawSurface(3011, { width: 640, staining: 'patch' }).image)
    const stages: string[] = []
    const told: unknown[] = []
    const watch = {
      onStage: (stage: string) => stages.push(stage),
      onQuality: (quality: unknown) => void told.push(quality),
    }
    const one = await analyseSurface(bytes, models, {}, watch)
    const two = await analyseSurface(bytes, models)
    expect(stages).toEqual([...MODALITY.surface.stages])
    expect(told).toEqual([one.findings.quality])
    expect(JSON.stringify(two.findings)).toBe(JSON.stringify(one.findings))
    expect(one.maps.map(({ name }) => name)).toEqual([...SURFACE_MAPS])
    for (const [at, { encode }] of [...one.maps, ...one.counted].entries()) {
      const png = await encode()
      const other = [...two.maps, ...two.counted][at]
      expect(png.equals((await other?.encode()) ?? Buffer.alloc(0))).toBe(true)
      expect(await sharp(png).metadata()).toMatchObject({ width: 640, height: 427, channels: 1 })
    }
  })
})

describe('a copy of a drawn eye', () => {
  const { image, png, findings: own } = patched
  const of = async (bytes: Buffer) => (await analyseSurface(bytes, models)).findings
  const copy = (make: (from: Sharp) => Sharp) => make(sharp(png)).png().toBuffer()
  const dark = { r: 8, g: 8, b: 40 }

  test.each([
    ['twice as large', () => copy((from) => from.resize(1280, 854))],
    ['half as large', () => copy((from) => from.resize(320, 213))],
    ['compressed again', () => encodeJpeg(image, 80)],
    ['a fifth brighter', () => copy((from) => from.linear(1.2, 0))],
    ['turned by 90 degrees', () => copy((from) => from.rotate(90))],
    ['turned by 7 degrees', () => copy((from) => from.rotate(7, { background: dark }))],
  ] as const)('%s is told alike, or less', async (_, make) => {
    const found = await of(await make())
    expect(found.quality.reasons).not.toContain('not_surface')
    if (found.lesion_type !== null) expect(found.lesion_type).toBe(own.lesion_type)
    const [percent, before] = [found, own].map(({ staining }) => staining?.percent)
    if (percent !== undefined && before !== undefined)
      expect(Math.abs(percent - before)).toBeLessThan(mostError('staining.percent', before))
  })
})

describe('an eye with fluorescein on the sclera beside the cornea and along a lid', () => {
  const dyed = async (seed: number) => {
    const { image, truth } = drawSurface(seed, { width: 640, staining: 'none' })
    const { x, y, rx, ry } = truth.cornea
    for (let at = 0; at < image.width * image.height; at++) {
      const [across, down] = [
        ((at % image.width) - x) / rx,
        (Math.floor(at / image.width) - y) / ry,
      ]
      const far = Math.hypot(across, down)
      const onSclera = far > 1.02 && far < 1.9 && across > 0 && Math.abs(down) < 0.55
      if (onSclera || (down > 1.25 && down < 1.4)) image.rgb.set([105, 225, 48], 3 * at)
    }
    const { findings, counted } = await analyseSurface(await encodePng(image), models)
    expect(SurfaceFindings.parse(findings)).toEqual(findings)
    expect(counted).toHaveLength(2)
    return { findings, ellipse: Math.PI * rx * ry }
  }

  test.each([3023, 3049])(
    'drawn as %i is told to have none where the outline of its cornea is right',
    async (seed) => {
      const { findings, ellipse } = await dyed(seed)
      expect(findings.outline?.trust).toBe('trusted')
      expect(Math.abs((findings.cornea?.area ?? 0) - ellipse)).toBeLessThan(0.1 * ellipse)
      expect(findings).toMatchObject({
        lesion_bool: false,
        lesion_grade: 0,
        lesion_severity: 0,
        staining: { area: 0, dots: 0, patches: 0 },
      })
    },
  )

  test.each([3029, 3041])(
    'drawn as %i is not called a stained cornea where its outline runs onto the sclera',
    async (seed) => {
      const { findings } = await dyed(seed)
      expect(findings.outline?.trust).toBe('untrusted')
      expect(findings).toMatchObject({
        lesion_bool: null,
        lesion_type: null,
        lesion_grade: null,
        lesion_severity: null,
        lesion_region: null,
        staining: null,
      })
      expect(findings.not_measured).toMatchObject({
        lesion_severity: 'outline_uncertain',
        'cornea.visible': 'outline_uncertain',
        staining: 'outline_uncertain',
        'cornea.percent': 'outline_uncertain',
      })
      expect(referralOf(findings)).toBe('review')
    },
  )
})

const SUSTECH = join(EYE_DATA, 'surface', 'sustech', 'images')

describe.skipIf(!existsSync(SUSTECH))('on real photographs (EYE_DATA)', () => {
  const of = async (id: number) =>
    (await analyseSurface(await readFile(join(SUSTECH, `${id}.jpg`)), models)).findings

  test.each([382, 390, 409, 411])(
    'staining that runs from the sclera over the rim in photograph %i gives no grade and no part',
    async (id) => {
      const found = await of(id)
      if (!found.gradable) expect(found.quality.reasons).toContain('not_surface')
      else expect(found.outline?.trust).toBe('untrusted')
      expect(found).toMatchObject({ lesion_grade: null, lesion_severity: null, staining: null })
      expect(found.cornea?.visible ?? null).toBeNull()
    },
  )

  test.each([401, 461])(
    'of staining that crosses an outline trusted in part, photograph %i, what does not depend on the rim is told alone',
    async (id) => {
      const found = await of(id)
      expect(found.outline).toMatchObject({ trust: 'partly' })
      expect(found.outline?.doubts).toContain('crossed')
      expect(found).toMatchObject({ lesion_bool: true, lesion_grade: null, staining: null })
      expect(found.lesion_region).toMatchObject({ central: 0, total: null })
      expect(found.cornea?.visible).toBeNull()
      expect(referralOf(found)).toBe('referable')
    },
  )

  test('an ulcer in the middle of a trusted outline is graded as before', async () => {
    expect(await of(380)).toMatchObject({
      outline: { trust: 'trusted' },
      lesion_bool: true,
      lesion_type: 'patch',
      lesion_severity: 4,
    })
  })

  test('ulcers on either side of a cornea are found, and the middle is not called stained', async () => {
    expect(await of(711)).toMatchObject({
      outline: { trust: 'trusted' },
      lesion_type: 'patch',
      lesion_region: { central: 0 },
      staining: { patches: 2, central: false },
    })
  })

  test.each([383, 547, 627, 672, 680])(
    'an ulcer that is missed, or smaller than a millimetre, in photograph %i is not denied',
    async (id) => {
      const found = await of(id)
      expect(found).toMatchObject({ gradable: true, lesion_bool: null, lesion_grade: null })
      expect(referralOf(found)).toBe('review')
    },
  )

  test('an ulcer of a millimetre is told, though it has the area of few dots', async () => {
    const found = await of(593)
    expect(found).toMatchObject({ lesion_bool: true, lesion_type: 'patch', lesion_grade: 1 })
    expect(referralOf(found)).toBe('referable')
  })

  test('faint dye at the limbus is told as no stained part of the cornea, and denied as none', async () => {
    const found = await of(401)
    expect(found.lesion_region).toMatchObject({ central: 0, superior: null })
    expect(found.lesion_severity).toBeNull()
    expect(['uncertain', 'outline_uncertain']).toContain(
      found.not_measured['lesion_region.superior'],
    )
  })

  test('an ulcer of which the network would show nothing, while the cornea glows, is not denied', async () => {
    const seen = await seeEye(models, await decode(await readFile(join(SUSTECH, '711.jpg'))))
    const empty = (map: PartMap): PartMap => ({ ...map, data: map.data.map(() => 0) })
    const missed = <Of extends SeenMaps>(maps: Of): Of => ({
      ...maps,
      patch: empty(maps.patch),
      dots: empty(maps.dots),
    })
    const cornea = corneaOf(seen.cornea)
    if (!cornea) throw new Error('no cornea')
    const found = measureEye({ ...missed(seen), views: seen.views.map(missed) }, cornea)
    expect(found.outline?.trust).toBe('trusted')
    expect(found).toMatchObject({ lesion_bool: null, lesion_grade: null, staining: null })
  })
})

describe('what is no gradable photograph of a stained eye', () => {
  const refused = async (bytes: Buffer) => {
    const { findings, maps } = await analyseSurface(bytes, models)
    expect(SurfaceFindings.parse(findings)).toEqual(findings)
    expect(findings).toMatchObject({
      gradable: false,
      lesion_bool: null,
      lesion_grade: null,
      staining: null,
      cornea: null,
    })
    expect(maps).toEqual([])
    return findings.quality.reasons
  }

  test.each(['plain', 'stripes', 'gradient', 'noise'] as const)(
    'a drawn picture of %s is refused without a map',
    async (kind) => {
      expect((await refused(await encodePng(drawNotFundus(3, kind))))[0]).toBe('not_surface')
    },
  )

  test('an eye in blue light without dye is told so, and gets no zero', async () => {
    for (const seed of [3003, 3019, 3007]) {
      const { image } = drawSurface(seed, { width: 640, light: 'blue', staining: 'none' })
      expect(['no_fluorescein', 'not_surface']).toContain(
        (await refused(await encodePng(image)))[0],
      )
    }
  })

  test('an eye in white light is no photograph of staining, with dye or without', async () => {
    for (const staining of ['none', 'patch'] as const) {
      const { image } = drawSurface(3019, { width: 640, light: 'white', staining })
      expect(await refused(await encodePng(image))).toEqual(['not_surface'])
    }
  })

  test.each([true, false])('two eyes on one picture are named so (below: %s)', async (below) => {
    const two = await beside(patched.image, clear.image, { below })
    expect(await refused(await encodePng(two))).toEqual(['several_fields'])
  })

  test('a fundus photograph and a scan are named', async () => {
    const fundus = await encodePng(drawFundus(3, { width: 800 }).image)
    expect(await refused(fundus)).toEqual(['not_surface', 'seems_fundus'])
    const scan = await encodePng(drawOcta(5).image)
    expect(await refused(scan)).toEqual(['not_surface', 'seems_octa'])
  })

  test('a blurred photograph has maps and no figure of staining', async () => {
    const { findings } = await eyeOf(3019, { staining: 'patch', blur: 0.012 })
    expect(findings.quality.reasons).toContain('blurred')
    expect(findings).toMatchObject({ gradable: false, staining: null, lesion_type: null })
    expect(findings.not_measured['staining']).toBe('not_gradable')
  })
})
