import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import sharp, { type Sharp } from 'sharp'
import type { Eye, FundusFindings, Reason } from '@mingmou/contract'
import type { Picture } from '../../image.ts'
import { drawFundus } from '../../phantom/index.ts'
import { EYE_DATA, eyeData, MODELS, THREADS } from '../../testing/files.ts'
import {
  ABOVE_DARK,
  compressed,
  framed,
  POSTERISED,
  RECOLOURED,
  SEVERAL,
  SURROUNDED,
  TINTED,
  type Made,
} from '../../testing/whole-pictures.ts'
import { smallPicture } from '../../tiles.ts'
import { analyseFundus } from '../analyse.ts'
import { isOnLight } from './contents.ts'
import { loadModels } from '../models.ts'
import { draftOpinion } from '../opinion/index.ts'
import { ofPatient } from '../patient.ts'

const models = await loadModels(MODELS, THREADS)
afterAll(() => models.close())

const eyeOf = (eye: Eye, seed = 4) => drawFundus(seed, { width: 900, eye }).image

async function found(picture: Picture, known = {}): Promise<FundusFindings> {
  const { width, height, rgb } = picture
  const bytes = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return (await analyseFundus(bytes, models, known)).findings
}

/** Nothing is said of a stage, of lesions, of density or of glaucoma. */
function expectNothing({
  gradable,
  dr_grade,
  lesions,
  vessel,
  glaucoma,
  vcdr,
  disc,
}: FundusFindings) {
  expect({ gradable, dr_grade, lesions, vessel, glaucoma, vcdr, disc }).toEqual({
    gradable: false,
    dr_grade: null,
    lesions: null,
    vessel: null,
    glaucoma: null,
    vcdr: null,
    disc: null,
  })
}

const pictures = (all: Record<string, Made>) => Object.entries(all)

test.each(pictures(SEVERAL))('%s: not judged, and named as several fields', async (_, make) => {
  const findings = await found(await make(eyeOf('OD'), eyeOf('OS', 5)), { eye: 'OD' })
  expect(findings.quality.reasons).toContain('several_fields' satisfies Reason)
  expect(findings.section).toBeUndefined()
  expectNothing(findings)
})

test.each(pictures(SURROUNDED))('%s: not judged, and named for what is around', async (_, make) => {
  const findings = await found(await make(eyeOf('OD'), eyeOf('OS', 5)))
  expect(findings.quality.reasons).toContain('surrounded' satisfies Reason)
  expectNothing(findings)
})

test.each(pictures(SURROUNDED))(
  '%s: the field is offered, and judged once confirmed',
  async (_, make) => {
    const picture = await make(eyeOf('OD'), eyeOf('OS', 5))
    const { section } = await found(picture)
    if (!section) throw new Error('nothing is offered')
    const judged = await found(picture, { section: section.box })
    expect(judged).toMatchObject({ gradable: true, section: { box: section.box, confirmed: true } })
    // As the photograph alone is.
    const alone = await found(eyeOf('OD'))
    expect(Math.abs((judged.vcdr ?? 0) - (alone.vcdr ?? 1))).toBeLessThan(0.02)
    expect([judged.eye, judged.dr_grade]).toEqual([alone.eye, alone.dr_grade])
    const sitting = [{ index: 0, eye: 'OD' as const, findings: judged }]
    expect(draftOpinion(sitting, 0, 'zh-CN')).toContain('仅判读医生确认的图像区域')
    expect(draftOpinion(sitting, 0, 'en')).toContain(
      'Only the area of the image that a clinician confirmed',
    )
  },
)

const NAMES: Record<string, Reason[]> = {
  'red and blue exchanged': ['channels_exchanged'],
  'red and green exchanged': ['channels_exchanged'],
  'green and blue exchanged': ['channels_exchanged'],
  negative: ['negative'],
  'negative with a black mask': ['negative'],
  'light and dark turned alone': ['negative', 'few_colours'],
  'light and dark turned alone behind a black mask': ['negative', 'single_colour'],
  'angiogram-like': ['angiogram', 'single_colour'],
  'negative in grey': ['negative', 'angiogram'],
}

test.each(Object.entries(RECOLOURED))('%s: not judged, and named so', async (kind, recolour) => {
  const findings = await found(recolour(eyeOf('OD')))
  const [reason] = findings.quality.reasons
  expect(NAMES[kind] ?? ['single_colour']).toContain(reason)
  expectNothing(findings)
})

test.each(Object.entries(TINTED))('%s: a tint after strong compression too', async (_, tint) => {
  const findings = await found(await compressed(tint(eyeOf('OD')), 30))
  // Compression leaves few of the shades of a pale one.
  expect(['single_colour', 'few_colours'] satisfies Reason[]).toContain(findings.quality.reasons[0])
  expectNothing(findings)
})

test('a thin light frame around a photograph changes nothing that is said of it', async () => {
  const [plain, inFrame] = [await found(eyeOf('OD')), await found(await framed(eyeOf('OD')))]
  expect(inFrame.quality.reasons).toEqual(plain.quality.reasons)
  expect([inFrame.gradable, inFrame.dr_grade]).toEqual([plain.gradable, plain.dr_grade])
  expect(Math.abs((inFrame.vcdr ?? 0) - (plain.vcdr ?? 1))).toBeLessThan(0.02)
})

test.each(pictures(ABOVE_DARK))('%s: what is around the field is seen', async (_, make) => {
  const findings = await found(await make(eyeOf('OD'), eyeOf('OS', 5)))
  expect(findings.quality.reasons).toContain('surrounded' satisfies Reason)
  expect(findings.section).toMatchObject({ confirmed: false })
  expectNothing(findings)
})

test.each(Object.entries(POSTERISED))('%s: not judged, and named so', async (_, make) => {
  const findings = await found(make(eyeOf('OD')))
  expect(findings.quality.reasons).toEqual(['few_colours' satisfies Reason])
  expectNothing(findings)
})

test('a caption beside the field, a dark and a pale photograph are judged as before', async () => {
  const captioned = drawFundus(4, { width: 900, caption: 'OD 2026-03-04 12:11' }).image
  for (const picture of [captioned, drawFundus(6, { width: 900, light: 0.6 }).image]) {
    const { quality, vcdr } = await found(picture)
    expect(quality.reasons).not.toContain('surrounded')
    expect(vcdr).not.toBeNull()
  }
})

test('a light retina up to the edge is no light ground, and that of a negative is', async () => {
  const { width, height, rgb } = drawFundus(4, { width: 900, light: 1.6 }).image
  const side = Math.round(0.5 * height)
  const at = { left: (width - side) >> 1, top: (height - side) >> 1, width: side, height: side }
  const raw = sharp(rgb, { raw: { width, height, channels: 3 } })
  const crop = await raw.extract(at).linear(1.5, 0).raw().toBuffer()
  expect(isOnLight(smallPicture({ width: side, height: side, rgb: crop }))).toBe(false)
  const negative = Uint8Array.from(rgb, (value) => 255 - value)
  expect(isOnLight(smallPicture({ width, height, rgb: negative }))).toBe(true)
})

test('two eyes on one picture: the sitting is to be reviewed, and no eye is said to have no image', async () => {
  const make = SEVERAL['two eyes beside each other']
  const findings = make && (await found(await make(eyeOf('OD'), eyeOf('OS', 5)), { eye: 'OD' }))
  if (!findings) throw new Error('nothing was made')
  const sitting = [{ index: 0, eye: 'OD' as const, findings }]
  const [right] = ofPatient(sitting).eyes
  expect(right).toMatchObject({
    stage: null,
    gradable: 0,
    reasons: [{ reason: 'ungradable', referral: 'review' }],
  })
  const [zh, en] = [draftOpinion(sitting, 0, 'zh-CN'), draftOpinion(sitting, 0, 'en')]
  expect(zh).toContain('未作分析：图中不止一个视野（双眼、立体像对、拼图或多层扫描）')
  expect(en).toContain('Not analysed: more than one field in the image')
  expect(zh + en).not.toMatch(/ICDR|无照片|no image/)
})

/** Turned clockwise by 90, 180 or 270 degrees, upside down in the mirror, or left and right exchanged. */
const TURNS: Record<string, (image: Sharp) => Sharp> = {
  'by 90 degrees': (image) => image.rotate(90),
  'by 180 degrees': (image) => image.rotate(180),
  'by 270 degrees': (image) => image.rotate(270),
  'mirrored left to right': (image) => image.flop(),
  'mirrored top to bottom': (image) => image.flip(),
}

test.each(Object.entries(TURNS))('turned %s: no hour and no side is told', async (_, turn) => {
  const { width, height, rgb } = eyeOf('OD', 7)
  const raw = { raw: { width, height, channels: 3 as const } }
  const png = await turn(sharp(rgb, raw)).png({ compressionLevel: 1 }).toBuffer()
  const { findings } = await analyseFundus(png, models, { eye: 'OD' })
  expect(findings.vcdr).not.toBeNull()
  const { disc, vessel, lesions, macula, not_measured } = findings
  expect([disc?.rim, disc?.isnt, disc?.ddls?.clock_hour ?? null, vessel?.quadrants]).toEqual([
    ...[null, null, null, null],
  ])
  expect([macula?.angle ?? null, lesions?.haemorrhages.quadrants ?? null]).toEqual([null, null])
  expect(['turned', 'orientation_unknown']).toContain(not_measured['disc.rim'])
})

test('upright, hours and sides are told', async () => {
  const { disc, vessel } = await found(eyeOf('OD', 7), { eye: 'OD' })
  expect(disc?.ddls?.clock_hour).toEqual(expect.any(Number))
  expect([disc?.rim, vessel?.quadrants]).not.toContain(null)
})

const LIGHT = ['1154_right', '2394_left', '4561_left', '693_right', '999_right']

describe.skipIf(!eyeData)('on real photographs (EYE_DATA)', () => {
  test.each(LIGHT)('the light retina %s is no negative', async (name) => {
    const path = join(EYE_DATA, 'fundus', 'odir400', 'images', `${name}.jpg`)
    const { findings } = await analyseFundus(await readFile(path), models)
    expect(findings.quality.reasons).not.toContain('negative' satisfies Reason)
    expect(findings.gradable).toBe(true)
  })
})
