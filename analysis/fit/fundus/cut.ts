/**
 * Asks whether a cut that follows the photograph would serve the vessels better than 0.5: `npx tsx
 * analysis/fit/fundus/cut.ts [--learnt N]`. The rule tried is logit(cut) = a + b log(calibre /
 * 0.005) + c log(enlargement), beside the card's rule. Calibre is the vessels' mean width over the
 * field's diameter, by the network's own answer. Enlargement is px of the network for one px of the
 * file. Each set is shown whole, in part and smaller. Prints Dice by set and view at 0.5 and at the
 * best cut. Then it fits each rule with one camera left out and prints what that camera gains. The
 * photographs are those kept from training; with N, also N learnt from of each set, whole and
 * in part.
 */
import { parseArgs } from 'node:util'
import { findField, inField, type Field } from '../../src/field.ts'
import { decode, type Picture } from '../../src/image.ts'
import { loadModels } from '../../src/fundus/models.ts'
import { keptAside, learntBy, MODELS, THREADS } from '../../src/testing/files.ts'
import { fileOf, labelOf } from '../../src/testing/labels.ts'
import { resample } from '../../src/resample.ts'
import { shown } from '../../src/shown.ts'
import type { PartMap } from '../../src/geometry/part.ts'
import { predictVessels } from '../../src/fundus/predict.ts'
import { meanWidth, shiftOf } from '../../src/fundus/vessel-cut.ts'
import { mean } from '../told.ts'

const SETS = ['drive', 'stare', 'hrf'] as const
/** The folder of people's drawings, and the least value of a vessel in them. */
const DRAWN = { drive: ['vessels', 128], stare: ['vessels', 128], hrf: ['av', 1] } as const
/** The size of the file and the middle of the field that is seen, both as shares. */
const VIEWS = [
  { of: 'whole', size: 1, seen: 1 },
  { of: 'middle, 0.67', size: 1, seen: 0.67 },
  { of: 'half size', size: 0.5, seen: 1 },
]
/** The views of photographs that were learnt from, to save time. */
const FEW = VIEWS.slice(0, 2)
/** Logits of the cuts tried, evenly spaced. 0 is the cut of 0.5. */
const STEP = 0.3
const PLAIN = 4
const LOGITS = Array.from({ length: 2 * PLAIN + 1 }, (_, i) => STEP * (i - PLAIN))
const USUAL_CALIBRE = 0.005

interface Seen {
  picture: Picture
  /** 1 where people drew a vessel. */
  truth: Uint8Array
}

/** A photograph, its field and which of its pixels lie in it. */
interface Source extends Seen {
  field: Field
  inside: Uint8Array
}

/** Dice, the share of the drawn px that is found, and of the others that is not; and all found px. */
interface Agreement {
  dice: number
  sensitivity: number
  specificity: number
  called: number
}

interface Row {
  set: (typeof SETS)[number]
  view: string
  kept: boolean
  calibre: number
  enlargement: number
  /** By the card's rule. */
  shift: number
  /** For every logit. */
  at: Agreement[]
}

function resized({ picture, truth }: Seen, share: number): Seen {
  if (share === 1) return { picture, truth }
  const { width, height, rgb } = picture
  const box = { x: 0, y: 0, width, height }
  const size = { width: Math.round(share * width), height: Math.round(share * height) }
  const labels = resample(Float32Array.from(truth), width, 1, box, size)
  return {
    picture: { ...size, rgb: Uint8Array.from(resample(rgb, width, 3, box, size), Math.round) },
    truth: Uint8Array.from(labels, (value) => Number(value >= 0.5)),
  }
}

/** The middle of a field, as a camera of a smaller angle sees it. */
function middleOf(field: Field, share: number): Field {
  if (share === 1) return field
  const { x, y, width, height } = field.box
  const diameter = share * field.diameter
  const centre = [x + (width - 1) / 2, y + (height - 1) / 2] as const
  const [left, top] = [
    Math.max(x, Math.ceil(centre[0] - diameter / 2)),
    Math.max(y, Math.ceil(centre[1] - diameter / 2)),
  ]
  const [right, low] = [
    Math.min(x + width, Math.floor(centre[0] + diameter / 2) + 1),
    Math.min(y + height, Math.floor(centre[1] + diameter / 2) + 1),
  ]
  return {
    ...field,
    centre,
    diameter,
    box: { x: left, y: top, width: right - left, height: low - top },
  }
}

/** The map in which a probability of the given logit has become 0.5. */
const shifted = (map: PartMap, logit: number): PartMap => ({
  ...map,
  data: map.data.map((p) => p / (p + (1 - p) * Math.exp(logit))),
})

function sourceOf(seen: Seen, share: number): Source {
  const { width, height } = seen.picture
  const field = middleOf(findField(seen.picture), share)
  const inside = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) inside[i] = Number(inField(field, x, y))
  return { ...seen, field, inside }
}

function agreementOf({ picture, truth, field, inside }: Source, map: PartMap): Agreement {
  const { data } = shown(map, { ...picture, field })
  let [all, vessels, called, hits] = [0, 0, 0, 0]
  for (let i = 0; i < data.length; i++) {
    if (!inside[i]) continue
    const [drawn, found] = [truth[i] ?? 0, Number((data[i] ?? 0) >= 128)]
    all++
    vessels += drawn
    called += found
    hits += drawn * found
  }
  return {
    dice: (2 * hits) / (vessels + called),
    sensitivity: hits / vessels,
    specificity: 1 - (called - hits) / (all - vessels),
    called,
  }
}

const { values: asked } = parseArgs({ options: { learnt: { type: 'string', default: '0' } } })
const models = await loadModels(MODELS, THREADS)
const rule = models.vessels.card.cut
const { vessels } = models
/** The network's answer before any shift. */
const plain = {
  ...models,
  vessels: { ...vessels, card: { ...vessels.card, cut: { ...rule, shift: 0 } } },
}

async function rowsOf(set: Row['set'], name: string, kept: boolean): Promise<Row[]> {
  const [folder, from] = DRAWN[set]
  const [image, label] = [await fileOf(set, 'images', name), await fileOf(set, folder, name)]
  if (!image || !label) return []
  const truth = Uint8Array.from((await labelOf(label)).data, (value) => Number(value >= from))
  const whole = { picture: await decode(image), truth }
  const rows: Row[] = []
  for (const { of: view, size, seen } of kept ? VIEWS : FEW) {
    const source = sourceOf(resized(whole, size), seen)
    const { vessel } = (await predictVessels(plain, source)).mean
    const { field_diameter_px } = models.vessels.card.input
    const at = LOGITS.map((logit) => agreementOf(source, shifted(vessel, logit)))
    const calibre = meanWidth(vessel) / field_diameter_px
    const shift = shiftOf(vessel, field_diameter_px, rule)
    rows.push({ set, view, kept, calibre, enlargement: vessel.ratio, shift, at })
  }
  process.stderr.write(`${set} ${name}\n`)
  return rows
}

const rows: Row[] = []
for (const set of SETS) {
  for (const name of await keptAside('vessels', set)) rows.push(...(await rowsOf(set, name, true)))
  const learnt = (await learntBy('vessels', set)).slice(0, Number(asked.learnt))
  for (const name of learnt) rows.push(...(await rowsOf(set, name, false)))
}
await models.close()

const share = (logit: number) => 1 / (1 + Math.exp(-logit))
const most = (values: readonly number[]) => values.indexOf(Math.max(...values))

/** Dice of a photograph at any logit, linear between those tried. */
function diceAt({ at }: Row, logit: number): number {
  const place = Math.min(LOGITS.length - 1, Math.max(0, logit / STEP + PLAIN))
  const low = Math.min(LOGITS.length - 2, Math.floor(place))
  const [one, other] = [at[low]?.dice ?? 0, at[low + 1]?.dice ?? 0]
  return one + (place - low) * (other - one)
}

for (const kept of [true, false])
  for (const set of SETS)
    for (const { of: view } of VIEWS) {
      const some = rows.filter((row) => row.set === set && row.view === view && row.kept === kept)
      if (some.length === 0) continue
      const all = (of: keyof Agreement, logit: number) =>
        mean(some.map(({ at }) => at[logit]?.[of] ?? 0))
      const dices = LOGITS.map((_, logit) => all('dice', logit))
      const best = most(dices)
      const fewer = all('called', PLAIN + 1) / all('called', PLAIN) - 1
      process.stdout.write(
        [
          `${set}, ${view}, ${kept ? 'kept from training' : 'trained on: no accuracy'}, n ${some.length}`,
          `calibre ${mean(some.map((row) => row.calibre)).toFixed(4)}`,
          `enlargement ${mean(some.map((row) => row.enlargement)).toFixed(2)}`,
          `at 0.5 Dice ${all('dice', PLAIN).toFixed(3)}, sensitivity ${all('sensitivity', PLAIN).toFixed(3)}, specificity ${all('specificity', PLAIN).toFixed(3)}`,
          `by the card's rule Dice ${mean(some.map((row) => diceAt(row, row.shift))).toFixed(3)}, logit ${mean(some.map((row) => row.shift)).toFixed(2)}`,
          `best cut ${share(LOGITS[best] ?? 0).toFixed(2)}, Dice ${(dices[best] ?? 0).toFixed(3)}`,
          `at a logit ${STEP} higher ${(100 * fewer).toFixed(1)} % of the vessels`,
        ].join('; ') + '\n',
      )
    }

type Rule = readonly [a: number, b: number, c: number]
const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + step * i)
const [ALL, BROADER, COARSER] = [range(-0.8, 0.8, 0.1), range(0, 3, 0.25), range(-1.5, 0, 0.125)]
/** Of two rules that serve as well the smaller one is taken. */
const RIDGE = 0.0005
const RULES: Record<string, Rule[]> = {
  'one cut': ALL.map((a) => [a, 0, 0]),
  calibre: ALL.flatMap((a) => BROADER.map((b): Rule => [a, b, 0])),
  enlargement: ALL.flatMap((a) => COARSER.map((c): Rule => [a, 0, c])),
  both: ALL.flatMap((a) => BROADER.flatMap((b) => COARSER.map((c): Rule => [a, b, c]))),
}
/** The cut stays between 0.3 and 0.75. */
const [LEAST, MOST] = [Math.log(0.3 / 0.7), Math.log(0.75 / 0.25)]

/** Mean gain of a camera over the cut of 0.5, each of its views counting alike. */
function gainOf([a, b, c]: Rule, set: Row['set']): number {
  const own = rows.filter((row) => row.set === set)
  const gains = VIEWS.flatMap(({ of: view }) => {
    const some = own.filter((row) => row.view === view)
    const gained = some.map((row) => {
      const logit = a + b * Math.log(row.calibre / USUAL_CALIBRE) + c * Math.log(row.enlargement)
      return diceAt(row, Math.min(MOST, Math.max(LEAST, logit))) - diceAt(row, 0)
    })
    return gained.length > 0 ? [mean(gained)] : []
  })
  return mean(gains)
}

for (const [name, rules] of Object.entries(RULES)) {
  const gains = rules.map((rule) => SETS.map((set) => gainOf(rule, set)))
  const fitted = (cameras: readonly number[]) =>
    most(
      rules.map(
        ([, b, c], i) =>
          mean(cameras.map((camera) => gains[i]?.[camera] ?? 0)) - RIDGE * (b ** 2 + c ** 2),
      ),
    )
  const told = SETS.map((set, camera) => {
    const best = fitted([0, 1, 2].filter((other) => other !== camera))
    const rule = rules[best]?.map((cut) => cut.toFixed(2)).join(', ') ?? ''
    return { gain: gains[best]?.[camera] ?? 0, text: `${set} left out: a, b, c ${rule}` }
  })
  const whole = fitted([0, 1, 2])
  process.stdout.write(
    [
      `${name}, gain of the camera left out ${mean(told.map(({ gain }) => gain)).toFixed(4)}`,
      ...told.map(({ gain, text }) => `${text}, gain ${gain.toFixed(4)}`),
      `fitted on all ${rules[whole]?.map((cut) => cut.toFixed(2)).join(', ') ?? ''}, gain ${mean(gains[whole] ?? []).toFixed(4)}`,
    ].join('; ') + '\n',
  )
}
