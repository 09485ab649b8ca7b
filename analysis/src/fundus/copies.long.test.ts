import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { borderOf, stagedOf, type FundusFindings } from '@mingmou/contract'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { loadModels } from './models.ts'
import { EYE_DATA, eyeData, MODELS, THREADS } from '../testing/files.ts'
import { analyseFundus } from './analyse.ts'

/**
 * Two of each camera, kept from the training of the networks for vessels, disc and fovea, and most of
 * them from those for disease.
 */
const PHOTOGRAPHS = [
  ['drive', '25', '40'],
  ['stare', 'im0077', 'im0255'],
  ['hrf', '02_dr', '04_g'],
  ['drishti', 'drishtiGS_010', 'drishtiGS_092'],
  ['idrid', 'IDRiD_08', 'IDRiD_20'],
  ['hei-med', '00000585', '1787210_1013.dcm'],
] as const
/** Larger photographs are halved first, to save time. */
const LARGEST = 2500

interface Source {
  png: Buffer
  width: number
  height: number
}

/** Read once and thrown away: not worth packing. */
const png = (image: Sharp) => image.png({ compressionLevel: 0 }).toBuffer()

type Copy = readonly [kind: string, of: (from: Source) => Promise<Buffer>]
const COPIES: readonly Copy[] = Object.entries({
  'half as large': ({ png: bytes, width, height }: Source) =>
    png(sharp(bytes).resize(Math.round(width / 2), Math.round(height / 2))),
  'twice as large': ({ png: bytes, width, height }: Source) =>
    png(sharp(bytes).resize(2 * width, 2 * height)),
  'compressed again': ({ png: bytes }: Source) => sharp(bytes).jpeg({ quality: 80 }).toBuffer(),
  'a fifth brighter': ({ png: bytes }: Source) => png(sharp(bytes).linear(1.2, 0)),
  // Turned at twice the size, so that the turn adds no blur.
  'turned by 7 degrees': async ({ png: bytes, width, height }: Source) => {
    const large = await png(sharp(bytes).resize(2 * width, 2 * height))
    const turned = sharp(await png(sharp(large).rotate(7, { background: '#000' })))
    const { width: wide } = await turned.metadata()
    return png(turned.resize(Math.round(wide / 2)))
  },
  'turned by 90 degrees': ({ png: bytes }: Source) => png(sharp(bytes).rotate(90)),
})
const JPEG = 2
/** Never compressed before, or dark: both photographs are compressed. */
const FRAGILE = ['stare', 'drishti']
/** The two photographs of a set share the kinds of copies, so that every set has every kind. */
const copiesOf = (set: string, second: boolean): Copy[] =>
  COPIES.filter(
    (_, place) => (place % 2 === 1) === second || (place === JPEG && FRAGILE.includes(set)),
  )

async function sourceOf(set: string, name: string): Promise<Source> {
  const folder = join(EYE_DATA, 'fundus', set, 'images')
  const file = (await readdir(folder)).find((entry) => entry.startsWith(name)) ?? name
  const bytes = await readFile(join(folder, file))
  const { width, height } = await sharp(bytes).metadata()
  const ratio = width > LARGEST ? 0.5 : 1
  const size = { width: Math.round(width * ratio), height: Math.round(height * ratio) }
  return { png: await png(sharp(bytes).resize(size.width, size.height)), ...size }
}

const models = eyeData ? await loadModels(MODELS, THREADS) : null
afterAll(() => models?.close())

async function found(bytes: Buffer): Promise<FundusFindings> {
  if (!models) throw new Error('no labelled photographs are there')
  return (await analyseFundus(bytes, models)).findings
}

type Figure = 'vcdr' | 'density' | 'stage'
const figuresOf = (findings: FundusFindings): Record<Figure, number | null> => ({
  vcdr: findings.vcdr,
  density: findings.vessel?.density ?? null,
  stage: findings.dr_grade,
})
/** Whether the figure of a copy equals that of the photograph. */
const ALIKE: Record<Figure, (original: number, copy: number) => boolean> = {
  vcdr: (original, copy) => Math.abs(copy - original) < 0.03,
  density: (original, copy) => Math.abs(copy / original - 1) < 0.05,
  stage: (original, copy) => copy === original,
}
/** Told 2 where the photograph is told 3 and said to be near that border: `counts.ts` measures how often repeats are. */
const MAY_CROSS = ['idrid IDRiD_08 half as large', 'idrid IDRiD_08 compressed again']
const isBeside = (findings: FundusFindings, stage: number) =>
  borderOf(stagedOf(findings))?.some((side) => side === stage) ?? false
const FIGURES = ['vcdr', 'density', 'stage'] as const
/** Ratios of arteries and veins of the copies: how far from the photograph's, in spreads stated of that. */
const ratios: number[] = []
const ratioOf = ({ vessel, confidence }: FundusFindings) => ({
  avr: vessel?.calibre?.avr ?? null,
  spread: confidence['vessel.calibre.avr']?.spread ?? null,
})
/** Copies of photographs that have the figure, and how many of these copies lack it. */
const count = () => ({ vcdr: 0, density: 0, stage: 0 })
const [determined, withheld] = [count(), count()]
/** The copies without the ratio that their photograph has. */
const withoutRatio: string[] = []
/**
 * A fifth brighter, the light of a pale disc is lost and the ratio would be another one: 0.39 of the copy and 0.46 of
 * IDRiD_20. Turned, the disc at the edge of im0077 touches it.
 */
const MAY_LOSE_RATIO = [
  'stare im0077 turned by 7 degrees',
  'stare im0255 a fifth brighter',
  'idrid IDRiD_20 a fifth brighter',
]

describe.skipIf(!eyeData)('copies of real photographs (needs EYE_DATA)', () => {
  test.each(
    PHOTOGRAPHS.flatMap(([set, one, other]) => [
      [set, one, false] as const,
      [set, other, true] as const,
    ]),
  )('%s %s and its copies are told alike', async (set, name, second) => {
    const source = await sourceOf(set, name)
    const findings = await found(source.png)
    const original = figuresOf(findings)
    const { avr, spread } = ratioOf(findings)
    const unlike: string[] = []
    for (const [kind, copyOf] of copiesOf(set, second)) {
      const other = await found(await copyOf(source))
      const copy = figuresOf(other)
      const again = ratioOf(other).avr
      if (avr !== null && again !== null) ratios.push(Math.abs(again - avr) / (spread ?? 0))
      for (const figure of FIGURES) {
        const [one, other] = [original[figure], copy[figure]]
        if (one === null) continue
        determined[figure]++
        if (other === null) {
          withheld[figure]++
          if (figure === 'vcdr') withoutRatio.push(`${set} ${name} ${kind}`)
        } else if (figure === 'stage' && MAY_CROSS.includes(`${set} ${name} ${kind}`)) {
          expect(other === one || isBeside(findings, other)).toBe(true)
        } else if (!ALIKE[figure](one, other)) unlike.push(`${kind}: ${figure} ${one} -> ${other}`)
      }
    }
    expect(unlike).toEqual([])
  })

  test('most photographs have every figure, and few copies lose one', () => {
    for (const figure of ['vcdr', 'density'] as const)
      expect(determined[figure]).toBeGreaterThanOrEqual(29)
    // Healthy photographs of DRIVE, STARE and Drishti show too few px or no macula for a stage.
    expect(determined.stage).toBeGreaterThanOrEqual(15)
    expect(withoutRatio.filter((copy) => !MAY_LOSE_RATIO.includes(copy))).toEqual([])
    // Halved, the fields of DRIVE and STARE are too small for lesions and vessels.
    expect(withheld.density).toBeLessThanOrEqual(2)
    // Halved, healthy photographs of the others show too few px too.
    expect(withheld.stage).toBeLessThanOrEqual(5)
  })

  test('the ratio of arteries and veins of a copy is that of the photograph, within its spread', () => {
    expect(ratios.length).toBeGreaterThanOrEqual(20)
    const inside = ratios.filter((ratio) => ratio <= 1).length
    expect(inside / ratios.length).toBeGreaterThanOrEqual(0.95)
  })

  test.each([
    ['idrid', 'IDRiD_08'],
    ['idrid', 'IDRiD_20'],
    ['hrf', '02_dr'],
  ] as const)(
    'disease in %s %s is still told in the dark, and no blur makes it health',
    async (set, name) => {
      const { png: bytes, width } = await sourceOf(set, name)
      const stageOf = async (copy: Sharp) =>
        (await found(await copy.jpeg({ quality: 85 }).toBuffer())).dr_grade
      expect(await stageOf(sharp(bytes).linear(0.5, 0))).toBe(2)
      const dark = await stageOf(sharp(bytes).linear(0.25, 0))
      // The chance of disease is an even one: it is to be reviewed.
      if (name === '02_dr') expect([2, null]).toContain(dark)
      else expect(dark).toBe(2)
      for (const breadth of [0.003, 0.006])
        expect([2, 3, null]).toContain(await stageOf(sharp(bytes).blur(breadth * width)))
    },
  )
})
