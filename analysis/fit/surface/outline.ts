/**
 * How far the outline of the cornea is trusted in real photographs with a mask of the ulcer, and what is then told of it:
 * `npx tsx analysis/fit/surface/outline.ts [--write]`. Photographs whose number has even tens set the limits of the card;
 * the command prints the measures of those by what one reader saw of their outlines. Figures are of the photographs with odd
 * tens, less those of eyes that the network saw in a panel. With --write they go into the card of the network.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Figure } from '../../src/cards.ts'
import { decode, decodeGrey } from '../../src/image.ts'
import { resample } from '../../src/resample.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { EYE_DATA } from '../../src/testing/files.ts'
import { corneaOf, fromMiddle, type Ellipse } from '../../src/surface/cornea.ts'
import { figuresOf, mmPerPxOf, type Figures } from '../../src/surface/figures.ts'
import { measureEye } from '../../src/surface/measure.ts'
import { loadModels } from '../../src/surface/models.ts'
import { outlineFeatures } from '../../src/surface/outline.ts'
import { READINGS, type Reading } from '../../src/surface/outline-readings.ts'
import { isCornea } from '../../src/surface/quality.ts'
import { partAt } from '../../src/surface/regions.ts'
import { seeEye, type Seen } from '../../src/surface/see.ts'
import { stainingOf } from '../../src/surface/staining.ts'
import { print, thousandth } from '../told.ts'

const COMMAND = 'npx tsx analysis/fit/surface/outline.ts'
const { values: asked } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const FOLDER = join(EYE_DATA, 'surface', 'sustech')
const models = await loadModels(join(import.meta.dirname, '../../../models/surface'))

const inPanels = new Set(
  (await readFile(join(FOLDER, 'labels.csv'), 'utf8'))
    .split('\n')
    .map((line) => line.split(','))
    .filter(([, same]) => same === '1')
    .map(([id]) => id ?? ''),
)
const isTuning = (id: string) => Math.floor(Number(id) / 10) % 2 === 0

interface Case {
  id: string
  trust: string
  features: ReturnType<typeof outlineFeatures>
  told: Pick<Figures, 'lesion_bool' | 'lesion_severity' | 'staining'>
  unchecked: Pick<Figures, 'lesion_bool' | 'lesion_severity' | 'staining'>
  counted: Counted
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

const cases: Case[] = []
let withoutCornea = 0
for (const file of await readdir(join(FOLDER, 'images'))) {
  const id = file.replace('.jpg', '')
  const seen = await seeEye(models, await decode(await readFile(join(FOLDER, 'images', file))))
  const cornea = corneaOf(seen.cornea)
  if (!cornea || !isCornea(cornea, seen)) {
    if (!isTuning(id)) withoutCornea++
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
  })
}
await models.close()

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

print('the half that sets the limits: 5th, 50th and 95th percentile by what the reader saw')
for (const reading of ['good', 'partly', 'wrong'] as const satisfies readonly Reading[]) {
  const read = cases.filter(({ id }) => isTuning(id) && READINGS[id] === reading)
  for (const name of ['flat', 'size', 'rim', 'shape', 'views', 'crossed', 'clear'] as const) {
    const values = read.map(({ features }) => features[name]).toSorted((a, b) => a - b)
    const at = (part: number) => values[Math.floor(part * (values.length - 1))]?.toFixed(2) ?? '-'
    print(`  ${reading} ${name}: ${at(0.05)} ${at(0.5)} ${at(0.95)}, n ${String(values.length)}`)
  }
}

const kept = cases.filter(({ id }) => !isTuning(id) && !inPanels.has(id))
const SET = 'real ulcers, numbers with odd tens'
const figures: Omit<Figure, 'command'>[] = []
function state(name: string, value: number, n: number) {
  figures.push({ name, set: SET, value: thousandth(value), n })
  print(`${name}: ${String(thousandth(value))} of ${String(n)}`)
}
const shareOf = <Of>(all: readonly Of[], is: (one: Of) => boolean) =>
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

const read = kept.flatMap(({ id, trust }) => {
  const reading = READINGS[id]
  return reading ? [{ reading, trust }] : []
})
const NAMED = { good: 'trusted', partly: 'partly', wrong: 'untrusted' } as const
for (const reading of ['good', 'partly', 'wrong'] as const)
  print(
    `  read ${reading}: ${Object.values(NAMED)
      .map(
        (t) =>
          `${t} ${String(read.filter((photograph) => photograph.reading === reading && photograph.trust === t).length)}`,
      )
      .join(', ')}`,
  )
state(
  'outline_as_read',
  shareOf(read, ({ reading, trust }) => NAMED[reading] === trust),
  read.length,
)
state(
  'outline_wrong_and_trusted',
  shareOf(read, ({ reading, trust }) => reading === 'wrong' && trust === 'trusted'),
  read.length,
)
if (asked.write) await writeFigures('surface', COMMAND, figures)
