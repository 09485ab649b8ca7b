import { join } from 'node:path'
import { SURFACE_FIGURES } from '@mingmou/contract'
import { numbersOf } from '../../src/certainty/numbers.ts'
import type { PartMap } from '../../src/geometry/part.ts'
import type { Grey } from '../../src/image.ts'
import { drawSurface, type SurfaceTruth } from '../../src/phantom/surface.ts'
import { corneaOf, fromMiddle } from '../../src/surface/cornea.ts'
import { figuresOf, type Figures } from '../../src/surface/figures.ts'
import { measureEye } from '../../src/surface/measure.ts'
import { loadModels } from '../../src/surface/models.ts'
import { isCornea } from '../../src/surface/quality.ts'
import { seeEye, type SeenMaps } from '../../src/surface/see.ts'
import { MODELS_OF_ALL } from '../../src/testing/files.ts'
import { FigureErrors, type Measure } from '../figure-errors.ts'
import { mean, print, thousandth } from '../told.ts'

const asMap = (mask: Grey<Uint8Array>): PartMap => ({
  ...mask,
  data: Float32Array.from(mask.data),
  box: { x: 0, y: 0, width: mask.width, height: mask.height },
  ratio: 1,
})
const truthMaps = ({ opening, patch, dots }: SurfaceTruth): SeenMaps => ({
  cornea: asMap(opening),
  opening: asMap(opening),
  patch: asMap(patch),
  dots: asMap(dots),
})

/** Dots are counted as they were drawn: in a mask those that touch are one. A dot counts that shows, beside patches. */
function withDrawnDots(real: Figures, { drawn, opening, patch, cornea }: SurfaceTruth): Figures {
  const dots = drawn.dots.filter(({ x, y }) => {
    const at = Math.round(y) * opening.width + Math.round(x)
    return opening.data[at] === 1 && patch.data[at] === 0 && fromMiddle(cornea, x, y) <= 1
  })
  return { ...real, staining: real.staining && { ...real.staining, dots: dots.length } }
}

/** What is counted of the drawn eyes. */
export class Eyes {
  readonly errors = new FigureErrors(SURFACE_FIGURES)
  /** Figures without an error: whether each is right. */
  readonly hits = new Map<string, boolean[]>()
  readonly confusion = new Map<string, number>()
  readonly right = { presence: [] as boolean[], none: [] as boolean[], kind: [] as boolean[] }
  withoutCornea = 0
  /** Eyes of which staining or none is not told. */
  open = 0

  add(seen: Awaited<ReturnType<typeof seeEye>>, truth: SurfaceTruth): void {
    const cornea = corneaOf(seen.cornea)
    if (!cornea || !isCornea(cornea, seen)) {
      this.withoutCornea++
      return
    }
    const found = measureEye(seen, cornea)
    // The same rules applied to the true masks: a patch of which the lids leave little is none.
    const real = withDrawnDots(figuresOf(truthMaps(truth), truth.cornea), truth)
    if (found.lesion_bool === null) {
      this.open++
      return
    }
    this.right.presence.push(found.lesion_bool === real.lesion_bool)
    if (!real.lesion_bool) this.right.none.push(!found.lesion_bool)
    this.right.kind.push(found.lesion_type === real.lesion_type)
    const pair = `${real.lesion_type ?? ''} called ${found.lesion_type ?? ''}`
    this.confusion.set(pair, (this.confusion.get(pair) ?? 0) + 1)
    const [measured, wanted] = [new Map(numbersOf(found)), new Map(numbersOf(real))]
    for (const [name, value] of wanted) {
      const told = measured.get(name)
      if (!SURFACE_FIGURES.at(name).error && told !== undefined)
        this.hits.set(name, [...(this.hits.get(name) ?? []), told === value])
    }
    this.errors.add(measured, wanted)
  }
}

const share = (each: readonly boolean[]) => thousandth(mean(each.map(Number)))

/**
 * Against drawn eyes that no network learnt from, whose truth is exact. Prints how often presence and kind of staining are
 * right, and for each figure the error that two in three stay within.
 */
export const errorsOfEyes: Measure = async ({ first = 3001, count = 200 }) => {
  const models = await loadModels(join(MODELS_OF_ALL, 'surface'))
  const eyes = new Eyes()
  for (let seed = first; seed < first + count; seed++) {
    const { image, truth } = drawSurface(seed, { width: 640 })
    eyes.add(await seeEye(models, image), truth)
  }
  await models.close()

  const { right, hits, confusion, errors } = eyes
  const set = `drawn eyes ${first} and on, never learnt from`
  const figures = [
    { name: 'staining_presence', set, value: share(right.presence), n: right.presence.length },
    { name: 'staining_none', set, value: share(right.none), n: right.none.length },
    { name: 'staining_told', set, value: thousandth(right.kind.length / count), n: count },
    { name: 'staining_kind', set, value: share(right.kind), n: right.kind.length },
  ]
  for (const { name, value, n } of figures) print(`${name} ${value} of ${n}`)
  print(`without a cornea: ${eyes.withoutCornea}, staining not told: ${eyes.open}`)
  for (const [pair, n] of [...confusion].toSorted()) print(`  ${pair}: ${n}`)
  for (const [name, each] of hits) {
    print(`${name.padEnd(26)} right in ${share(each)}, n ${each.length}`)
    figures.push({ name: `${name}_right`, set, value: share(each), n: each.length })
  }
  for (const [name, offs] of errors.byName) {
    const sizes = offs.map(Math.abs).toSorted((a, b) => a - b)
    const below = (part: number) => sizes[Math.floor(part * sizes.length)] ?? 0
    print(
      `${name.padEnd(26)} two in three within ${below(0.68).toFixed(3)}, half ${below(0.5).toFixed(3)}, mean ${mean(offs).toFixed(3)}, n ${offs.length}`,
    )
    figures.push({ name: `${name}_error`, set, value: thousandth(below(0.68)), n: offs.length })
  }
  return figures
}
