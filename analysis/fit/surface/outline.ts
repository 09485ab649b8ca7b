/**
 * How far the outline of the cornea is trusted in real photographs with a mask of the ulcer, and what is then told of it:
 * `npx tsx analysis/fit/surface/outline.ts [--write]`. Of the photographs that the network learnt from the command prints the
 * measures of the outlines by how they lie to corneas marked by eye. Figures are of those kept from training. With --write they
 * go into the card of the network.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Figure } from '../../src/cards.ts'
import { decode, decodeGrey } from '../../src/image.ts'
import { resample } from '../../src/resample.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { corneaOf, fromMiddle, type Ellipse } from '../../src/surface/cornea.ts'
import { figuresOf, mmPerPxOf, type Figures } from '../../src/surface/figures.ts'
import { measureEye } from '../../src/surface/measure.ts'
import { loadModels } from '../../src/surface/models.ts'
import { outlineFeatures } from '../../src/surface/outline.ts'
import { isCornea } from '../../src/surface/quality.ts'
import { partAt } from '../../src/surface/regions.ts'
import { seeEye, type Seen } from '../../src/surface/see.ts'
import { stainingOf } from '../../src/surface/staining.ts'
import { print, thousandth } from '../told.ts'
import { FOLDER, KEPT, MARKS, overlapOfEllipses } from './sustech.ts'

const COMMAND = 'npx tsx analysis/fit/surface/outline.ts'
const { values: asked } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const models = await loadModels(join(import.meta.dirname, '../../../models/surface'))

/** How an outline lies to a cornea marked by eye, by their Dice. */
const READINGS = ['good', 'partly', 'wrong'] as const
type Reading = (typeof READINGS)[number]
const GOOD = 0.92
const PARTLY = 0.85
const readingOf = (dice: number): Reading =>
  dice >= GOOD ? 'good' : dice >= PARTLY ? 'partly' : 'wrong'

interface Case {
  id: string
  trust: string
  features: ReturnType<typeof outlineFeatures>
  told: Pick<Figures, 'lesion_bool' | 'lesion_grade' | 'lesion_severity' | 'staining'>
  unchecked: Pick<Figures, 'lesion_bool' | 'lesion_severity' | 'staining'>
  counted: Counted
  /** Overlap of the outline with the marked cornea; null where none is marked. */
  dice: number | null
}

/** Staining that counts by the outline, beside the mask: px of the map. */
interface Counted {
  found: number
  ulcer: number
  both: number
  /** Of the central zone. */
  central: { found: number; both: number }
  /** Share of the cornea that counts as stained near the rim and is no ulcer: sclera, as a rule. */
  off: number
}

/** From this share of the radius on staining is near the rim, and this share of the cornea there is much. */
const NEAR_RIM = 0.8
const MUCH = 0.01

async function maskOf(id: string, { crop }: Seen): Promise<Uint8Array> {
  const grey = await decodeGrey(await readFile(join(FOLDER, 'ulcer', `${id}.png`)))
  const whole = { x: 0, y: 0, width: grey.width, height: grey.height }
  return Uint8Array.from(resample(grey.data, grey.width, 1, whole, crop), (value) =>
    value > 127 ? 1 : 0,
  )
}

function countedIn(seen: Seen, cornea: Ellipse, mask: Uint8Array): Counted {
  const { width } = seen.patch
  const { patches, dots } = stainingOf(seen, cornea, mmPerPxOf(cornea))
  const found = new Set([...patches, ...dots].flatMap(({ pixels }) => pixels))
  const central = [...found].filter(
    (at) => partAt(cornea, at % width, Math.floor(at / width)) === 'central',
  )
  const rim = [...found].filter(
    (at) => fromMiddle(cornea, at % width, Math.floor(at / width)) > NEAR_RIM,
  )
  const inMask = (places: Iterable<number>) => [...places].filter((at) => mask[at] === 1).length
  return {
    found: found.size,
    ulcer: mask.reduce((sum, value) => sum + value, 0),
    both: inMask(found),
    central: { found: central.length, both: inMask(central) },
    off: (rim.length - inMask(rim)) / (Math.PI * cornea.rx * cornea.ry),
  }
}

function diceOf(cornea: Ellipse, id: string, { crop }: Seen): number | null {
  const mark = MARKS.get(id)
  if (!mark) return null
  const { ratio } = crop
  const at = (place: number) => (place + 0.5) * ratio - 0.5
  const scaled = { x: at(mark.x), y: at(mark.y), rx: mark.rx * ratio, ry: mark.ry * ratio }
  return overlapOfEllipses(cornea, scaled, crop).dice
}

const cases: Case[] = []
let withoutCornea = 0
for (const file of await readdir(join(FOLDER, 'images'))) {
  const id = file.replace('.jpg', '')
  const seen = await seeEye(models, await decode(await readFile(join(FOLDER, 'images', file))))
  const cornea = corneaOf(seen.cornea)
  if (!cornea || !isCornea(cornea, seen)) {
    if (KEPT.includes(id)) withoutCornea++
    continue
  }
  const told = measureEye(seen, cornea)
  cases.push({
    id,
    told,
    trust: told.outline?.trust ?? 'untrusted',
    features: outlineFeatures(seen, cornea),
    unchecked: figuresOf(seen, cornea),
    counted: countedIn(seen, cornea, await maskOf(id, seen)),
    dice: diceOf(cornea, id, seen),
  })
}
await models.close()

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

const marked = cases.flatMap((eye) =>
  eye.dice === null ? [] : [{ ...eye, dice: eye.dice, reading: readingOf(eye.dice) }],
)
print('learnt from: 5th, 50th and 95th percentile by how the outline lies to the mark')
for (const reading of READINGS) {
  const read = marked.filter((eye) => !KEPT.includes(eye.id) && eye.reading === reading)
  for (const name of ['flat', 'size', 'rim', 'shape', 'views', 'crossed', 'clear'] as const) {
    const values = read.map(({ features }) => features[name]).toSorted((a, b) => a - b)
    const at = (part: number) => values[Math.floor(part * (values.length - 1))]?.toFixed(2) ?? '-'
    print(`  ${reading} ${name}: ${at(0.05)} ${at(0.5)} ${at(0.95)}, n ${String(values.length)}`)
  }
}

const kept = cases.filter(({ id }) => KEPT.includes(id))
const SET = 'real ulcers, kept from training'
const figures: Omit<Figure, 'command'>[] = []
function state(name: string, value: number, n: number, set = SET) {
  figures.push({ name, set, value: thousandth(value), n })
  print(`${name}: ${String(thousandth(value))} of ${String(n)}, ${set}`)
}
const shareOf = <Of>(all: readonly Of[], is: (item: Of) => boolean) =>
  mean(all.map((each) => Number(is(each))))

print(`kept: ${String(kept.length)}, without a cornea ${String(withoutCornea)}`)
for (const trust of ['trusted', 'partly', 'untrusted'])
  state(
    `outline_${trust}`,
    shareOf(kept, (photograph) => photograph.trust === trust),
    kept.length,
  )
const dice = ({ counted: { found, ulcer, both } }: Case) => (2 * both) / Math.max(1, found + ulcer)
const areaError = ({ counted: { found, ulcer } }: Case) =>
  Math.abs(found - ulcer) / Math.max(1, ulcer)
/** Most of what counts is no ulcer. */
const isElsewhere = ({ counted: { found, both } }: Case) => found > 0 && 2 * both < found
/** The central zone is said to be stained, and no ulcer is where it is. */
const isFalse4 = ({ counted }: Case) => counted.central.both === 0
for (const [name, of] of [
  ['checked', 'told'],
  ['unchecked', 'unchecked'],
] as const) {
  const told = kept.filter(
    (photograph) => photograph[of].staining !== null && photograph[of].lesion_bool !== null,
  )
  const as = (figure: string) => (name === 'checked' ? figure : `${figure}_without_the_check`)
  state(as('ulcer_told'), told.length / kept.length, kept.length)
  state(as('ulcer_dice'), mean(told.map(dice)), told.length)
  state(as('ulcer_area_error'), mean(told.map(areaError)), told.length)
  state(as('ulcer_elsewhere'), shareOf(told, isElsewhere), told.length)
  const severe = kept.filter((photograph) => photograph[of].lesion_severity === 4)
  state(
    as('severity_withheld'),
    shareOf(kept, (photograph) => photograph[of].lesion_severity === null),
    kept.length,
  )
  state(as('severity_4'), severe.length / kept.length, kept.length)
  state(as('severity_4_without_ulcer'), severe.filter(isFalse4).length / kept.length, kept.length)
  const isOff = ({ counted }: Case) => counted.off > MUCH
  state(as('severity_4_off_ulcer'), severe.filter(isOff).length / kept.length, kept.length)
  state(
    as('called_clear'),
    shareOf(kept, (photograph) => photograph[of].lesion_bool === false),
    kept.length,
  )
}

const isClear = ({ told }: Case) => told.lesion_bool === false || told.lesion_grade === 0
const learnt = cases.filter(({ id }) => !KEPT.includes(id))
state('called_clear', shareOf(learnt, isClear), learnt.length, 'real ulcers, learnt from')
print(
  `called clear: ${
    cases
      .filter(isClear)
      .map(({ id }) => id)
      .join(', ') || 'none'
  }`,
)

const read = marked.filter(({ id }) => KEPT.includes(id))
for (const reading of READINGS)
  print(
    `  ${reading} by the mark: ${['trusted', 'partly', 'untrusted']
      .map((trust) => {
        const all = read.filter((eye) => eye.reading === reading && eye.trust === trust)
        return `${trust} ${String(all.length)}`
      })
      .join(', ')}`,
  )
const believed = read.filter(({ trust }) => trust === 'trusted')
state('outline_trusted_dice', mean(believed.map((eye) => eye.dice)), believed.length)
state(
  'outline_wrong_and_trusted',
  shareOf(read, ({ reading, trust }) => reading === 'wrong' && trust === 'trusted'),
  read.length,
)
if (asked.write) await writeFigures('surface', COMMAND, figures)
