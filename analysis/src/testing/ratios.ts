import { Ledger } from '../certainty/ledger.ts'
import { isPart } from '../field.ts'
import { assess, sourcesOf } from '../fundus/assess.ts'
import { DECISIONS } from '../fundus/decisions.ts'
import { isSmall } from '../fundus/grade.ts'
import { confidenceOf } from '../fundus/limits.ts'
import { vcdrOf } from '../fundus/measure/disc.ts'
import { findPlaces } from '../fundus/measure/places.ts'
import { measureRetina } from '../fundus/measure/retina.ts'
import { treeOf } from '../fundus/measure/tree.ts'
import type { Models } from '../fundus/models.ts'
import { predictLandmarks, predictVessels } from '../fundus/predict.ts'
import { decode } from '../image.ts'

/** The ratios of a photograph that have a reference; null where they are withheld. */
interface Ratios {
  vcdr: number | null
  avr: { value: number; spread: number } | null
}

/** As `analyseFundus` finds them, without what they do not need. */
export async function ratiosOf(bytes: Buffer, models: Models): Promise<Ratios> {
  const none = { vcdr: null, avr: null }
  const sources = sourcesOf(models, await decode(bytes))
  const { screened, quality } = await assess(models, sources)
  if (!screened || !quality.gradable) return none
  const { field } = sources.whole
  const { landmarks, disc } = await predictLandmarks(models, sources)
  const views = { landmarks: landmarks.views, disc: disc?.views ?? [] }
  const near = { field, landmarks: landmarks.mean, disc: disc?.mean ?? null, views }
  const { disc: centre, discHeight: height, shape } = findPlaces(near, undefined, new Ledger())
  const vcdr = shape && vcdrOf(shape)
  const isCut = isPart(field) || field.astray > DECISIONS.vessels.most_astray
  if (!centre || height === null || isCut || isSmall(field, models.grading))
    return { ...none, vcdr }
  const { mean } = await predictVessels(models, sources.whole)
  const ledger = new Ledger()
  const around = { disc: { centre, height }, eye: null }
  const found = measureRetina(mean, treeOf(mean), field.diameter, around, ledger)?.calibre
  const ratios = ledger.views.map(([, ratio]) => ratio)
  const spread = found && confidenceOf('vessel.calibre.avr', found.avr, ratios)?.spread
  return { vcdr, avr: found && spread ? { value: found.avr, spread } : null }
}
