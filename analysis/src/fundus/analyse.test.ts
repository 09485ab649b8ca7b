import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { FUNDUS_MAPS, FundusFindings, MODALITY } from '@mingmou/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findField } from '../field.ts'
import { decode } from '../image.ts'
import { loadModels } from './models.ts'
import { drawFundus, drawNotFundus, encodeJpeg, encodePng } from '../phantom/index.ts'
import { EYE_DATA, eyeData, keptAside, MODELS, sha256, THREADS } from '../testing/files.ts'
import { analyseFundus, type FundusAnalysis } from './analyse.ts'
import { smallOf } from './features.ts'
import type { AnalysisMap } from './maps.ts'
import { predictReferable } from './predict.ts'

const models = await loadModels(MODELS, THREADS)
afterAll(() => models.close())

const { image, truth } = drawFundus(21, { width: 1300 })
const jpeg = await encodeJpeg(image)

async function encoded(maps: readonly AnalysisMap[], name: string): Promise<Buffer> {
  return (await maps.find((map) => map.name === name)?.encode()) ?? Buffer.alloc(0)
}

const greyOf = async (png: Buffer) => sharp(png).extractChannel(0).raw().toBuffer()

function diceOf(map: Buffer, truthful: (at: number) => boolean, inside: (at: number) => boolean) {
  let [both, sum] = [0, 0]
  for (let i = 0; i < map.length; i++) {
    if (!inside(i)) continue
    const found = (map[i] ?? 0) >= 128
    both += Number(found && truthful(i))
    sum += Number(found) + Number(truthful(i))
  }
  return (2 * both) / sum
}

const difference = (one: readonly number[] | null, other: readonly number[]) =>
  other.map((value, at) => value - (one?.[at] ?? Infinity))

describe('a drawn photograph', () => {
  const stages: [string, number][] = []
  let first: FundusAnalysis
  beforeAll(async () => {
    const onStage = (stage: string, share: number) => stages.push([stage, share])
    first = await analyseFundus(jpeg, models, {}, { onStage })
  })

  test('goes through every stage in order and comes out as findings the contract accepts', () => {
    const { findings, maps } = first
    const worked = [...MODALITY.fundus.stages]
    expect(stages.map(([stage]) => stage)).toEqual(worked)
    expect(stages.every(([, share], i) => share < 1 && share >= (stages[i - 1]?.[1] ?? 0))).toBe(
      true,
    )
    expect(FundusFindings.parse(findings)).toEqual(findings)
    expect(findings.file).toEqual({ sha256: sha256(jpeg), width: 1300, height: 975 })
    expect(findings.gradable).toBe(true)
    expect(Object.keys(findings.model_versions)).toEqual(
      expect.arrayContaining(['quality', 'vessels']),
    )
    for (const [name, value] of Object.entries(findings))
      if (value === null) expect(findings.not_measured[name]).toBeDefined()
    expect(FUNDUS_MAPS).toEqual(expect.arrayContaining(maps.map((map) => map.name)))
  })

  test('shows its vessels where they were drawn, in an 8-bit grey map of its own size', async () => {
    const { findings, maps } = first
    const png = await encoded(maps, 'vessels')
    expect(await sharp(png).metadata()).toMatchObject({
      format: 'png',
      width: 1300,
      height: 975,
      channels: 1,
      depth: 'uchar',
    })
    const map = await greyOf(png)
    const drawnAt = (at: number) => truth.vessels[at] === 1
    expect(diceOf(map, drawnAt, (at) => truth.field[at] === 1)).toBeGreaterThan(0.75)
    const [cx, cy] = truth.centre
    const beyond = (truth.diameter / 2) * 1.01
    const outside = map.filter(
      (_, i) => Math.hypot((i % 1300) - cx, Math.floor(i / 1300) - cy) > beyond,
    )
    expect(outside.every((value) => value === 0)).toBe(true)
    const share = truth.vessels.reduce((a, b) => a + b, 0) / truth.field.reduce((a, b) => a + b, 0)
    expect(Math.abs((findings.vessel?.density ?? 0) - 100 * share)).toBeLessThan(3)
  })

  test('analysed twice gives the same bytes twice', async () => {
    const again = await analyseFundus(jpeg, models)
    expect(JSON.stringify(again.findings)).toBe(JSON.stringify(first.findings))
    for (const { name } of first.maps)
      expect((await encoded(again.maps, name)).equals(await encoded(first.maps, name))).toBe(true)
  })

  test('stops between two stages when it is called off', async () => {
    const stop = new AbortController()
    const onStage = (stage: string) => stage === 'quality' && stop.abort()
    const run = analyseFundus(jpeg, models, {}, { onStage, signal: stop.signal })
    await expect(run).rejects.toThrow(/abort/)
  })
})

test('a blurred photograph gets its map and reasons, and no measure; its quality is told before it is measured', async () => {
  const blurred = drawFundus(22, { width: 900, blur: 0.012 }).image
  const told: unknown[] = []
  const watch = {
    onStage: (at: string) => told.push(at),
    onQuality: async (is: unknown) => {
      told.push(is)
      await setImmediate()
      told.push('told')
    },
  }
  const { findings, maps } = await analyseFundus(await encodeJpeg(blurred), models, {}, watch)
  const { gradable, reasons } = findings.quality
  const order = ['decode', 'quality', { gradable, reasons }, 'told', 'landmarks']
  expect(told.slice(0, 5)).toMatchObject(order)
  expect(findings).toMatchObject({ gradable: false, vessel: null, dr_grade: null })
  expect(findings.not_measured['vessel']).toBe('not_gradable')
  expect(findings.quality.reasons).toContain('blurred')
  expect(maps.map(({ name }) => name)).toContain('vessels')
})

test('a photograph too small for lesions gets its maps, no measure of them, and the word of the network made for it', async () => {
  const { image: small } = drawFundus(23, { width: 300 })
  const { findings, maps } = await analyseFundus(await encodeJpeg(small), models)
  expect(maps.map(({ name }) => name)).toEqual([...FUNDUS_MAPS])
  expect(findings).toMatchObject({ gradable: true, lesions: null, dr_grade: null, vessel: null })
  expect(findings.not_measured).toMatchObject({ lesions: 'too_small', vessel: 'too_small' })
  expect(findings.dr_referable_probability).not.toBeNull()
})

test('a crop without a dark edge gets disc and cup and no figure that needs the whole field, each with the reason', async () => {
  const { width, rgb } = image
  const side = 480
  const within = [370, 240] as const
  const [left, top] = [Math.round(truth.disc.x) - within[0], Math.round(truth.disc.y) - within[1]]
  const part = await sharp(rgb, { raw: { width, height: image.height, channels: 3 } })
    .extract({ left, top, width: side, height: side })
    .png()
    .toBuffer()
  const { findings, maps } = await analyseFundus(part, models)
  expect(FundusFindings.parse(findings)).toEqual(findings)
  expect(findings).toMatchObject({
    gradable: true,
    vessel: null,
    lesions: null,
    dr: null,
    dr_grade: null,
    dr_referable_probability: null,
    lesion_bool: null,
  })
  expect(findings.quality).toMatchObject({ standard: false, field: null })
  expect(findings.quality.reasons).toContain('field_cut')
  expect(findings.disc?.disc).toMatchObject({ percent: null })
  expect(Math.hypot(...difference(findings.disc_centre, within))).toBeLessThan(20)
  const names = ['vessel', 'lesions', 'dr_grade', 'dr_referable_probability', 'disc.disc.percent']
  for (const name of [...names, 'quality.field'])
    expect(findings.not_measured[name], name).toBe('field_cut')
  expect(maps.map(({ name }) => name)).toContain('vessels')
})

test('a part of a field without a disc is no photograph of the disc alone', async () => {
  const { fovea, disc } = truth
  const side = Math.round(1.45 * (disc.rx + disc.ry))
  const [left, top] = [Math.round(fovea[0] - side / 2), Math.round(fovea[1] - side / 2)]
  const part = await sharp(jpeg)
    .extract({ left, top, width: side, height: side })
    .resize(400)
    .png()
    .toBuffer()
  const { findings } = await analyseFundus(part, models)
  expect(findings.quality.reasons).not.toContain('disc_alone')
  expect(findings.disc).toBeNull()
})

test('what is no fundus photograph gets the reason and no map', async () => {
  const { findings, maps } = await analyseFundus(await encodePng(drawNotFundus(1, 'octa')), models)
  expect(findings).toMatchObject({ gradable: false, quality_score: null, vessel: null })
  expect(findings.quality.reasons).toEqual(['not_fundus', 'seems_octa'])
  expect(findings.not_measured).toMatchObject({ vessel: 'not_fundus', quality_score: 'not_fundus' })
  expect(FundusFindings.parse(findings)).toEqual(findings)
  expect(maps).toEqual([])
})

describe('models', () => {
  const spoiled = async (spoil: (dir: string) => Promise<void>) => {
    const dir = await mkdtemp(join(tmpdir(), 'models-'))
    await cp(MODELS, dir, { recursive: true })
    await spoil(dir)
    try {
      return await loadModels(dir)
    } finally {
      await rm(dir, { recursive: true })
    }
  }

  test('a network that is not the one its card describes stops the start and is named', async () => {
    const change = async (dir: string) => {
      const file = join(dir, 'vessels', 'model.onnx')
      const bytes = await readFile(file)
      bytes.writeUInt8(bytes.readUInt8(5000) ^ 1, 5000)
      await writeFile(file, bytes)
    }
    await expect(spoiled(change)).rejects.toThrow(
      'model vessels: model.onnx is not the file its card describes',
    )
  })

  test('a card or a file that is missing is named', async () => {
    const without = (name: string) => (dir: string) => rm(join(dir, name))
    await expect(spoiled(without('vessels/model.onnx'))).rejects.toThrow(
      'model vessels: model.onnx',
    )
    await expect(spoiled(without('quality/card.json'))).rejects.toThrow('model quality: its card')
  })

  test('their versions carry the start of the checksum', async () => {
    const bytes = await readFile(join(MODELS, 'vessels', 'model.onnx'))
    const digest = createHash('sha256').update(bytes).digest('hex')
    expect(models.versions['vessels']).toContain(digest.slice(0, 12))
  })
})

describe.skipIf(!eyeData)('on real photographs (EYE_DATA)', () => {
  test.each([
    ['that the network of kinds takes', 'r1_Im015', 0.64],
    ['that it is not sure of', 'r3_S-20-L_left_half', 0.57],
  ])(
    'a photograph of the disc alone, %s, is told as such, with disc and cup and nothing else',
    async (_, name, ratio) => {
      const bytes = await readFile(join(EYE_DATA, 'fundus', 'rim-one', 'images', `${name}.jpg`))
      const { findings, maps } = await analyseFundus(bytes, models)
      expect(FundusFindings.parse(findings)).toEqual(findings)
      expect(maps.map((map) => map.name)).toEqual(['disc', 'cup'])
      expect(findings.quality.reasons[0]).toBe('disc_alone')
      expect(findings.quality.reasons).not.toContain('field_cut')
      expect(findings).toMatchObject({
        gradable: true,
        vessel: null,
        lesions: null,
        dr_grade: null,
      })
      for (const part of ['vessel', 'lesions', 'dr_grade', 'dr', 'quality.field', 'shows'])
        expect(findings.not_measured[part], part).toBe('disc_alone')
      expect(Object.values(findings.not_measured)).not.toContain('field_cut')
      expect(Math.abs((findings.vcdr ?? 0) - ratio)).toBeLessThan(0.12)
    },
  )

  test('the DRIVE photographs kept for validation: vessels reach Dice 0.80, arteries and veins are told apart on 0.89', async () => {
    const names = await keptAside('vessels', 'drive')
    expect(names.length).toBeGreaterThan(2)
    const figures: number[] = []
    const kinds: number[] = []
    for (const name of names) {
      const path = (kind: string) => join(EYE_DATA, 'fundus', 'drive', kind, `${name}.png`)
      const { findings, maps } = await analyseFundus(await readFile(path('images')), models)
      expect(findings.gradable).toBe(true)
      const map = await greyOf(await encoded(maps, 'vessels'))
      const grey = async (kind: string) => sharp(path(kind)).extractChannel(0).raw().toBuffer()
      const [vessels, field] = [await grey('vessels'), await grey('fov')]
      figures.push(
        diceOf(
          map,
          (at) => (vessels[at] ?? 0) > 127,
          (at) => (field[at] ?? 0) > 127,
        ),
      )
      const labels = await grey('av')
      const [arteries, veins] = [
        await greyOf(await encoded(maps, 'arteries')),
        await greyOf(await encoded(maps, 'veins')),
      ]
      const known = [...labels.keys()].filter((at) => labels[at] === 1 || labels[at] === 2)
      const right = known.filter((at) => {
        const more = (arteries[at] ?? 0) - (veins[at] ?? 0)
        return labels[at] === 1 ? more > 0 : more < 0
      })
      kinds.push(right.length / known.length)
    }
    const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length
    expect(mean(figures)).toBeGreaterThanOrEqual(0.8)
    expect(mean(kinds)).toBeGreaterThanOrEqual(0.89)
  })

  test('every fourth EyePACS patient kept from training, 224 px: grade 2 or more is told from less with an AUC of 0.80', async () => {
    const folder = join(EYE_DATA, 'fundus', 'eyepacs224')
    const labels = (await readFile(join(folder, 'labels.csv'), 'utf8')).trim().split('\n').slice(1)
    const chances: Record<'ill' | 'rest', number[]> = { ill: [], rest: [] }
    for (const [file = '', grade] of labels.map((line) => line.split(','))) {
      if (Number.parseInt(file, 10) % 16 !== 0) continue
      const picture = await decode(await readFile(join(folder, 'images', file)))
      const whole = { picture, field: findField(picture) }
      const small = smallOf(whole, models.quality.field_diameter_px)
      const referable = await predictReferable(models, { whole, small }, 4)
      chances[Number(grade) >= 2 ? 'ill' : 'rest'].push(referable)
    }
    const { ill, rest } = chances
    const won = ill.flatMap((a) => rest.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)))
    const auc = won.reduce((sum: number, pair) => sum + pair, 0) / won.length
    expect([ill.length, rest.length]).toEqual([18, 34])
    expect(auc).toBeGreaterThanOrEqual(0.8)
  })
})
