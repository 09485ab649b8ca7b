/**
 * Lays photographs over bent copies of themselves, and tries to over mirrored ones and over those of other eyes: `npx tsx
 * analysis/fit/registration/register.ts [--write]`. Photographs are analysed by the vessel network; of scans the
 * labels of large vessels are taken. With --write the figures go into the card.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { placeIn, type Transform } from '@mingmou/contract'
import sharp from 'sharp'
import type { Figure } from '../../src/cards.ts'
import { findField } from '../../src/field.ts'
import { loadModels } from '../../src/fundus/models.ts'
import { predictVessels } from '../../src/fundus/predict.ts'
import { decode, type Picture } from '../../src/image.ts'
import { encodeJpeg } from '../../src/phantom/index.ts'
import { shown } from '../../src/shown.ts'
import { bentBy, copied, copyOf, mirrorOf } from '../../src/testing/bent-copy.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { EYE_DATA, MODELS } from '../../src/testing/files.ts'
import { register, type Registered } from '../../src/registration/register.ts'

const COMMAND = 'npx tsx analysis/fit/registration/register.ts'
const SETS = ['drive', 'stare', 'hrf', 'drishti', 'idrid']
const SCANS = ['octa500-3mm', 'rossa']
const OF_EACH = 3
/** Photographs are halved from this width on, px. */
const LARGEST = 2500
const { values: asked } = parseArgs({ options: { write: { type: 'boolean', default: false } } })

interface Eye {
  whole: Registered
  copy: Registered
  truth: Transform
}

const models = await loadModels(MODELS)
const filesOf = async (folder: string) =>
  (await readdir(folder))
    .toSorted()
    .slice(0, OF_EACH)
    .map((file) => join(folder, file))

async function seen(picture: Picture): Promise<Registered> {
  const field = findField(picture)
  const { mean } = await predictVessels(models, { picture, field })
  const { width, height } = picture
  const map = shown(mean.vessel, { width, height, field }, 2048)
  return { width, height, map, field, pair: null, unit: null }
}

async function photograph(file: string, seed: number): Promise<Eye> {
  const { width } = await sharp(file).metadata()
  const picture = await decode(
    await sharp(file)
      .resize(width > LARGEST ? Math.round(width / 2) : width)
      .png()
      .toBuffer(),
  )
  const bent = bentBy(seed, picture)
  const copy = await encodeJpeg(copyOf(picture, bent, seed % 2 === 0 ? 0.8 : 1.15), 80)
  return { whole: await seen(picture), copy: await seen(await decode(copy)), truth: bent.to }
}

async function scan(file: string, seed: number): Promise<Eye> {
  const { data, info } = await sharp(await readFile(file))
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const whole = {
    width: info.width,
    height: info.height,
    data: data.map((value) => (value > 0 ? 255 : 0)),
  }
  const bent = bentBy(seed, whole)
  const copy = { ...bent.size, data: copied(whole, 1, bent) }
  const known = { field: null, pair: null, unit: null }
  return {
    whole: { ...known, width: whole.width, height: whole.height, map: whole },
    copy: { ...known, ...bent.size, map: copy },
    truth: bent.to,
  }
}

const widthOf = ({ field, width, height }: Registered) => field?.diameter ?? Math.max(width, height)

/** Distances between found and true places of a grid over both fields, as shares of the field's diameter. */
function astray({ whole, copy, truth }: Eye, found: Transform): number[] {
  const isIn = ({ field, width, height }: Registered, [x, y]: readonly [number, number]) =>
    field
      ? Math.hypot(x - field.centre[0], y - field.centre[1]) < 0.48 * field.diameter
      : x > 0 && y > 0 && x < width && y < height
  const grid = Array.from({ length: 400 }, (_, at): [number, number] => [
    (((at % 20) + 0.5) / 20) * copy.width,
    ((Math.floor(at / 20) + 0.5) / 20) * copy.height,
  ])
  return grid
    .filter((at) => isIn(copy, at) && isIn(whole, placeIn(truth, at, copy)))
    .map((at) => {
      const [[x, y], [tx, ty]] = [placeIn(found, at, copy), placeIn(truth, at, copy)]
      return Math.hypot(x - tx, y - ty) / widthOf(whole)
    })
}

const mirrored = (picture: Registered): Registered => ({
  ...picture,
  map: mirrorOf(picture.map),
  field: picture.field && {
    ...picture.field,
    centre: [picture.width - 1 - picture.field.centre[0], picture.field.centre[1]],
  },
})

function figuresOf(set: string, eyes: readonly Eye[]): Omit<Figure, 'command'>[] {
  const copies = eyes.map((eye) => ({ eye, found: register(eye.whole, eye.copy) }))
  const laid = copies.flatMap(({ eye, found: { transform } }) =>
    transform ? [{ eye, transform }] : [],
  )
  const errors = laid.map(({ eye, transform }) => astray(eye, transform).toSorted((a, b) => a - b))
  const others = eyes.flatMap((eye, at) => [
    register(eye.whole, mirrored(eye.whole)),
    ...eyes.slice(at + 1).map((other) => register(eye.whole, other.whole)),
  ])
  const agreements = (all: readonly { agreement: number | null }[]) =>
    all.map(({ agreement }) => agreement ?? 0)
  const figure = (name: string, value: number, n: number) => ({ name, set, value, n })
  const rounded = (value: number) => Math.round(1e5 * value) / 1e5
  const medians = errors.map((error) => error[Math.floor(error.length / 2)] ?? 1)
  return [
    figure('copies laid over their picture', rounded(laid.length / copies.length), copies.length),
    figure(
      'least agreement of a copy',
      rounded(Math.min(...agreements(copies.map((copy) => copy.found)))),
      copies.length,
    ),
    figure(
      'error of a place, the largest median of a copy, percent of the field',
      rounded(100 * Math.max(...medians)),
      laid.length,
    ),
    figure(
      'error of a place, the largest, percent of the field',
      rounded(100 * Math.max(...errors.flat())),
      laid.length,
    ),
    figure(
      'mirrored pictures and other eyes refused',
      rounded(others.filter(({ reason }) => reason !== null).length / others.length),
      others.length,
    ),
    figure(
      'most agreement of mirrored pictures and other eyes',
      rounded(Math.max(...agreements(others))),
      others.length,
    ),
  ]
}

const photographs: Eye[] = []
for (const set of SETS)
  for (const file of await filesOf(join(EYE_DATA, 'fundus', set, 'images')))
    photographs.push(await photograph(file, photographs.length + 1))
await models.close()
const scans: Eye[] = []
for (const set of SCANS)
  for (const file of await filesOf(join(EYE_DATA, 'octa', set, 'large_vessels')))
    scans.push(await scan(file, scans.length + 1))

const figures = [
  ...figuresOf('drive, stare, hrf, drishti and idrid', photographs),
  ...figuresOf('octa500-3mm and rossa', scans),
]
for (const { name, set, value, n } of figures)
  process.stdout.write(`${name}, ${set}: ${String(value)}, n ${n}\n`)
if (asked.write) await writeFigures('registration', COMMAND, figures)
