/**
 * Measures the accuracy of the suspicion of glaucoma: `npx tsx analysis/fit/fundus/glaucoma.ts
 * [--write] [--keep FILE]`. Analyses the photographs of HRF named glaucomatous or healthy, and
 * those of Drishti-GS, whose cups experts outlined. Prints how many
 * `models/fundus/glaucoma/card.json` tells apart, and how far the ratio is from the experts'.
 * Nothing is fitted: the card's bounds are from the literature. With --write the figures go into
 * the card. FILE keeps the measurements for the next run. Run it again when the disc network is
 * replaced.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { GLAUCOMA_BANDS, wilson, type DiscMeasures, type GlaucomaFinding } from '@mingmou/contract'
import type { Figure } from '../../src/cards.ts'
import { loadModels } from '../../src/fundus/models.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { EYE_DATA, keptAside, MODELS } from '../../src/testing/files.ts'
import { fileOf, labelOf } from '../../src/testing/labels.ts'
import { analyseFundus } from '../../src/fundus/analyse.ts'
import { RIM_SPREAD } from '../../src/fundus/limits.ts'
import { suspicionOf } from '../../src/fundus/glaucoma.ts'

const COMMAND = 'npx tsx analysis/fit/fundus/glaucoma.ts'

interface Measured {
  set: string
  name: string
  /** The photograph is kept from the training of the disc network. */
  kept: boolean
  /** Named glaucomatous; null where the set does not say. */
  glaucoma: boolean | null
  /** The experts' vertical ratio, where they outlined disc and cup. */
  experts: number | null
  /** The findings of the product; null where it withholds the ratio. */
  answer: {
    vcdr: number
    spread: number
    level: number
    disc: Pick<DiscMeasures, 'rim' | 'isnt'>
  } | null
}

const { values: asked } = parseArgs({
  options: { write: { type: 'boolean', default: false }, keep: { type: 'string' } },
})
const models = await loadModels(MODELS)

async function heightOf(name: string, part: 'OD' | 'cup'): Promise<number> {
  const file = await fileOf('drishti', 'masks', `${name}_${part}`)
  if (!file) throw new Error(`no outline of ${name}`)
  const { data, width } = await labelOf(file)
  const inside = [...data.keys()].filter((at) => (data[at] ?? 0) > 127)
  return Math.floor((inside.at(-1) ?? 0) / width) - Math.floor((inside[0] ?? 0) / width) + 1
}

interface Truth {
  glaucoma: boolean | null
  experts: number | null
}

async function truthOf(set: string, name: string): Promise<Truth> {
  return {
    glaucoma: set === 'hrf' ? name.endsWith('_g') : null,
    experts:
      set === 'drishti' ? (await heightOf(name, 'cup')) / (await heightOf(name, 'OD')) : null,
  }
}

async function measured(set: string, name: string, kept: boolean): Promise<Measured> {
  const file = await fileOf(set, 'images', name)
  if (!file) throw new Error(`no photograph ${name}`)
  const { vcdr, disc, confidence } = (await analyseFundus(file, models)).findings
  const ratio = confidence['vcdr']
  const { glaucoma, experts } = await truthOf(set, name)
  const answer =
    vcdr !== null && disc && ratio?.spread
      ? { vcdr, spread: ratio.spread, level: ratio.level, disc: { rim: disc.rim, isnt: disc.isnt } }
      : null
  return { set, name, kept, glaucoma, experts, answer }
}

async function measureAll(): Promise<Measured[]> {
  const all: Measured[] = []
  for (const [set, wanted] of [
    ['hrf', /^(\d+_[gh])\./],
    ['drishti', /^(drishtiGS_\d+)\./],
  ] as const) {
    const kept = await keptAside('disc', set)
    for (const file of (await readdir(join(EYE_DATA, 'fundus', set, 'images'))).sort()) {
      const name = wanted.exec(file)?.[1]
      if (name) all.push(await measured(set, name, kept.includes(name)))
    }
  }
  return all
}

const known = asked.keep && (await readFile(asked.keep, 'utf8').catch(() => null))
const all = known ? (JSON.parse(known) as Measured[]) : await measureAll()
if (asked.keep && !known) await writeFile(asked.keep, JSON.stringify(all))
await models.close()

type Band = GlaucomaFinding['band']
function bandOf({ answer }: Measured): Band | null {
  if (!answer) return null
  const spreads = { vcdr: answer.spread, rim: RIM_SPREAD }
  return suspicionOf(answer.vcdr, answer.disc, null, spreads, models.glaucoma).band
}
/** A photograph without a ratio has no band. */
const atLeast = (least: Band) => (photograph: Measured) => {
  const band = bandOf(photograph)
  return band !== null && GLAUCOMA_BANDS.indexOf(band) >= GLAUCOMA_BANDS.indexOf(least)
}

const round = (value: number) => Math.round(1000 * value) / 1000

const figures: Omit<Figure, 'command'>[] = []
function share(
  name: string,
  set: string,
  some: readonly Measured[],
  is: (eye: Measured) => boolean,
) {
  const [hits, n] = [some.filter(is).length, some.length]
  figures.push({
    name,
    set,
    value: round(hits / n),
    n,
    interval95: wilson(hits, n),
  })
}

const hrf = all.filter(({ set }) => set === 'hrf')
const [sick, well] = [true, false].map((glaucoma) => hrf.filter((eye) => eye.glaucoma === glaucoma))
const HRF =
  'hrf, glaucomatous against healthy; the disc network learnt the outlines of all but 04_g and 06_h, never who has glaucoma'
for (const least of ['watch', 'suspect'] as const) {
  share(`sensitivity of ${least} or more`, HRF, sick ?? [], atLeast(least))
  share(`specificity of ${least} or more`, HRF, well ?? [], (eye) => !atLeast(least)(eye))
}
share('glaucomatous told low', HRF, sick ?? [], (eye) => bandOf(eye) === 'low')

const drishti = all.filter(({ set }) => set === 'drishti')
for (const kept of [true, false]) {
  const part = drishti.filter((eye) => eye.kept === kept)
  const set = `drishti, ${kept ? 'kept from training' : 'trained on: no accuracy'}, the experts' ratio`
  const large = (from: number) => part.filter(({ experts }) => (experts ?? 0) >= from)
  const small = (from: number) => part.filter(({ experts }) => (experts ?? 1) < from)
  const { watch, suspect } = models.glaucoma.from
  share(`experts ${watch} or more told watch or more`, set, large(watch), atLeast('watch'))
  share(`experts below ${watch} told low`, set, small(watch), (eye) => bandOf(eye) === 'low')
  share(`experts ${suspect} or more told suspect or more`, set, large(suspect), atLeast('suspect'))
  share(
    `experts below ${suspect} told less than suspect`,
    set,
    small(suspect),
    (eye) => !atLeast('suspect')(eye),
  )
  const errors = part.flatMap(({ answer, experts }) =>
    answer && experts !== null ? [{ off: answer.vcdr - experts, level: answer.level }] : [],
  )
  const mean = (of: (error: (typeof errors)[number]) => number) =>
    round(errors.reduce((sum, error) => sum + of(error), 0) / errors.length)
  const n = errors.length
  const plain = (name: string, value: number) => figures.push({ name, set, value, n })
  plain(
    'ratio, mean error',
    mean(({ off }) => Math.abs(off)),
  )
  plain(
    'ratio, bias',
    mean(({ off }) => off),
  )
  const right = errors.filter(({ off }) => Math.abs(off) <= 0.1).length
  figures.push({
    name: 'ratio within 0.1',
    set,
    value: round(right / n),
    n,
    interval95: wilson(right, n),
  })
  plain(
    'confidence told of it, mean',
    mean(({ level }) => level),
  )
}

const say = (line: string) => process.stdout.write(`${line}\n`)
for (const eye of [...(sick ?? []), ...(well ?? [])])
  say(`${eye.name}: ${eye.answer?.vcdr.toFixed(2) ?? 'withheld'}, ${bandOf(eye) ?? 'not told'}`)
const pairs = (sick ?? []).flatMap((a) =>
  (well ?? []).flatMap((b) =>
    a.answer && b.answer ? [(Math.sign(a.answer.vcdr - b.answer.vcdr) + 1) / 2] : [],
  ),
)
const auc = round(pairs.reduce((sum, won) => sum + won, 0) / pairs.length)
const auced = hrf.filter(({ answer }) => answer).length
figures.push({ name: 'AUC of the ratio', set: HRF, value: auc, n: auced })
for (const { set, name, value, n, interval95 } of figures)
  say(
    `${set} | ${name}: ${String(value)}${interval95 ? ` (95 % ${interval95.join('-')})` : ''}, n ${n}`,
  )
if (asked.write) await writeFigures('glaucoma', COMMAND, figures)
