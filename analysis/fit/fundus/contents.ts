/**
 * Measures what pictures are told to hold. First every photograph of the sets, as it is: how many are told to be anything
 * but one field of a colour photograph, and the ends of what is measured. Then pictures made of photographs: several fields
 * on one canvas, pages and screens, and photographs in other colours. Photographs are brought to 720 px.
 *
 *   npx tsx analysis/fit/fundus/contents.ts [most photographs a set] [photographs a set that pictures are made of] [set…]
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTENT_REASONS, type Reason } from '@mingmou/contract'
import sharp from 'sharp'
import { isPart } from '../../src/field.ts'
import { decode, type Picture } from '../../src/image.ts'
import { EYE_DATA, MODELS } from '../../src/testing/files.ts'
import { OVERLAID } from '../../src/testing/overlaid-pictures.ts'
import { RECOLOURED, SEVERAL, SURROUNDED, type Made } from '../../src/testing/whole-pictures.ts'
import { smallPicture } from '../../src/tiles.ts'
import { lookAt } from '../../src/fundus/assess.ts'
import { fieldColours } from '../../src/fundus/contents/around.ts'
import { loadModels } from '../../src/fundus/models.ts'
import { marksIn } from '../../src/fundus/contents/marks.ts'
import { ringIn } from '../../src/fundus/contents/rings.ts'
import { straightest } from '../../src/fundus/contents/overlaid.ts'
import { fieldOf } from '../../src/fundus/quality.ts'
import { shadesOf } from '../../src/fundus/contents/shades.ts'
import { ends, print } from '../told.ts'

const ALL = [
  ...['drive', 'stare', 'hrf', 'drishti', 'idrid', 'idrid-more', 'idrid-grading', 'hei-med'],
  ...['eyepacs224', 'odir400', 'diaretdb1', 'roc', 'rim-one', 'laser'],
]
const MADE_OF = ['drive', 'hrf', 'drishti', 'idrid-grading', 'hei-med', 'odir400', 'eyepacs224']
const most = Number(process.argv[2] ?? Infinity)
const made = Number(process.argv[3] ?? 4)
const named = process.argv.slice(4)
const SETS = named.length > 0 ? named : ALL
const models = await loadModels(MODELS, { threads: 1 })

const isContent = (reason: Reason) => (CONTENT_REASONS as readonly Reason[]).includes(reason)
const reasonsOf = async (picture: Picture) => (await lookAt(models, picture)).reasons

/** Photographs of a set at even steps, `count` at most. */
async function* photographs(
  set: string,
  count: number,
): AsyncGenerator<readonly [string, Picture]> {
  const dir = join(EYE_DATA, 'fundus', set, 'images')
  const names = (await readdir(dir)).sort()
  const every = Math.max(1, Math.ceil(names.length / count))
  for (const name of names.filter((_, at) => at % every === 0)) {
    const bytes = await readFile(join(dir, name))
    const small = sharp(bytes).resize(720, 720, { fit: 'inside', withoutEnlargement: true })
    yield [name, await decode(await small.png({ compressionLevel: 1 }).toBuffer())]
  }
}

print(
  'Photographs as they are: told to be something else; least, first percentile, median and most of the colours',
)
for (const set of SETS) {
  const rows = []
  for await (const [name, picture] of photographs(set, most)) {
    const reasons = (await reasonsOf(picture)).filter(isContent)
    const field = fieldOf(picture, models.quality.thresholds)
    const { number, steps } = shadesOf(picture, field)
    const straight = straightest(picture, field)
    const { opposed, white, black } = marksIn(picture, field)
    const colours = {
      ...fieldColours(smallPicture(picture), field),
      shades: number,
      steps,
      straight,
      opposed,
      white,
      black,
      ring: ringIn(picture, field),
    }
    rows.push({ name, reasons, colours })
  }
  const told = rows.filter(({ reasons }) => reasons.length > 0)
  print(`${set}: ${told.length} of ${rows.length}`)
  for (const { name, reasons } of told) print(`  ${name}: ${reasons.join(', ')}`)
  for (const key of [
    ...([
      'colour',
      'second',
      'hues',
      'beyondLight',
      'redOverGreen',
      'greenOverBlue',
      'redOverBlue',
    ] as const),
    ...(['shades', 'steps', 'straight', 'opposed', 'white', 'black', 'ring'] as const),
  ])
    print(
      `  ${key}: ${ends(
        rows.map(({ colours }) => colours[key]),
        [0, 0.01, 0.5, 1],
        3,
      )}`,
    )
}

const counts = new Map<string, Map<string, number>>()
function count(kind: string, reasons: readonly Reason[]) {
  const told =
    reasons.find((reason) => isContent(reason)) ??
    reasons.find((reason) => reason === 'not_fundus') ??
    'judged'
  const own = counts.get(kind) ?? new Map<string, number>()
  counts.set(kind, own.set(told, (own.get(told) ?? 0) + 1))
}

for (const set of MADE_OF) {
  let before: Picture | undefined
  for await (const [, one] of photographs(set, made)) {
    const other = before ?? one
    before = one
    const isWhole = !isPart(fieldOf(one, models.quality.thresholds))
    if (!isWhole) continue
    const all: [string, Made][] = [SEVERAL, SURROUNDED, OVERLAID].flatMap((kinds) =>
      Object.entries(kinds),
    )
    for (const [kind, make] of all) count(kind, await reasonsOf(await make(one, other)))
    for (const [kind, make] of Object.entries(RECOLOURED)) count(kind, await reasonsOf(make(one)))
  }
}
print('\nMade of photographs: what they are told to be')
for (const [kind, told] of counts)
  print(`${kind}: ${[...told].map(([reason, n]) => `${reason} ${n}`).join(', ')}`)
await models.close()
