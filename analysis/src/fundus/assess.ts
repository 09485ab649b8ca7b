import type { Quality } from '@mingmou/contract'
import type { Picture } from '../image.ts'
import { featuresOf, smallOf } from './features.ts'
import type { Models } from './models.ts'
import { predictFundus, predictScreening, type Sources } from './predict.ts'
import type { ScreeningChances } from './predictions.ts'
import { fieldOf, isFundus, judge, noFundus } from './quality.ts'

interface Assessed {
  quality: Quality
  /** The picture and its field. */
  sources: Sources
  /** null for a picture that is no fundus photograph. */
  screened: ScreeningChances | null
}

/** Tells whether a picture is a fundus photograph, where its field lies, and how well it can be read. */
export async function assess(models: Models, picture: Picture): Promise<Assessed> {
  const { thresholds, field_diameter_px: diameter } = models.quality
  const field = fieldOf(picture, thresholds)
  const whole = { picture, field }
  const small = smallOf(whole, diameter)
  const sources = { whole, small }
  const features = featuresOf(small.picture, small.field, diameter)
  if (!isFundus(await predictFundus(models, picture), features, field, models))
    return { quality: noFundus(features), sources, screened: null }
  const screened = await predictScreening(models, sources)
  return { quality: judge(features, field, models.quality, screened), sources, screened }
}
