import type { ContentReason, Quality, Reason } from '@mingmou/contract'
import { negativeOf } from '../colour.ts'
import { isPart } from '../field.ts'
import { withoutFrame } from '../frame.ts'
import type { Box, Picture } from '../image.ts'
import { seemsOf } from '../kind.ts'
import { onlyPart } from '../section.ts'
import { DECISIONS } from './decisions.ts'
import { smallPicture, type Small } from '../tiles.ts'
import { fieldColours } from './around.ts'
import { byColours, colouredIn, holdsOf, isOnLight, isTint, partOf } from './contents.ts'
import { featuresOf, smallOf, type Features } from './features.ts'
import type { Models } from './models.ts'
import { predictFundus, predictScreening, type Sources } from './predict.ts'
import type { ScreeningChances } from './predictions.ts'
import { fieldOf, isFundus, judge, refused } from './quality.ts'
import { isOverlaid } from './overlaid.ts'
import { hasFewColours } from './shades.ts'

interface Assessed {
  quality: Quality
  /** The picture and its field. */
  sources: Sources
  /** null for a picture that is not judged: it shows no fundus, several fields, or other colours than a photograph. */
  screened: ScreeningChances | null
  /** The part of a picture that holds one field beside other things and could be judged alone. */
  offered: Box | null
}

/**
 * Tells whether a picture is one field of a colour photograph of a fundus, where its field lies, and how well it can be
 * read. `called`: what its file says that speaks against it, where the pixels do not.
 */
export async function assess(
  models: Models,
  picture: Picture,
  called: ContentReason | null = null,
): Promise<Assessed> {
  const { sources, features, reasons: seen } = await lookAt(models, withoutFrame(picture))
  const reasons = seen.length > 0 || called === null ? seen : [called]
  const judged = async (): Promise<Assessed> => {
    const screened = await predictScreening(models, sources)
    const quality = judge(features, sources.whole.field, models.quality, screened)
    return { quality, sources, screened, offered: null }
  }
  if (reasons.length === 0) return judged()
  if (reasons.some((reason) => reason === 'single_colour' || reason === 'few_colours')) {
    const retaken = await judged()
    if (losesColours(retaken.quality)) return retaken
  }
  const offered = reasons[0] === 'surrounded' ? await sectionIn(models, sources.whole) : null
  return { quality: refused(features, reasons), sources, screened: null, offered }
}

/** Whether the photograph is so dark or blurred that it cannot be read: that takes its colours too, and is to be said. */
const losesColours = ({ gradable, reasons }: Quality) =>
  !gradable && reasons.some((reason) => reason === 'too_dark' || reason === 'blurred')

/** The field of a picture, and why it is not judged; no reasons where it is. */
export async function lookAt(models: Models, picture: Picture) {
  const { thresholds, field_diameter_px: diameter } = models.quality
  const whole = { picture, field: fieldOf(picture, thresholds) }
  const small = smallOf(whole, diameter)
  const sources: Sources = { whole, small }
  const features = featuresOf(small.picture, small.field, diameter)
  return { sources, features, reasons: await whyNot(models, sources, features) }
}

/** Why a picture is not judged; empty where it is. */
async function whyNot(
  models: Models,
  { whole: { picture, field }, small: shown }: Sources,
  features: Features,
): Promise<Reason[]> {
  const { thresholds } = models.quality
  const small = smallPicture(picture)
  const ask = (picture: Picture) => predictFundus(models, picture)
  const onLight = isPart(field) && isOnLight(small)
  // The circle of a negative, and of a page, is seen where light and dark are exchanged.
  const dark = onLight ? fieldOf(negativeOf(picture), thresholds) : field
  const seen = isPart(dark) ? field : dark
  const colours = fieldColours(small, seen)
  const { chance, mended, reason } = await byColours(
    picture,
    colours,
    { lines: features, onLight },
    ask,
  )
  const isMended = mended >= models.is_fundus.card.thresholds.taken
  if (!isMended && !isFundus(chance, features, field, models))
    return [(await fieldIn(models, picture, small)) ?? 'not_fundus']
  const held = holdsOf(small, field)
  if (held && reason !== 'negative') return [held]
  if (!reason && hasFewColours(picture, field)) return ['few_colours']
  if (!reason && isOverlaid(shown.picture, shown.field)) return ['overlaid']
  const isBright = features.brightness >= DECISIONS.picture.tint_from_brightness
  if (!reason) return isBright && isTint(colours) ? ['single_colour'] : []
  // Without a round field, fine grey lines are those of a scan, and blue light is that of the eye's surface.
  const isOther = seen.outline < DECISIONS.picture.round && seemsOf(picture, 'fundus').length > 0
  return [isOther ? 'not_fundus' : reason]
}

/**
 * What a page or a screen holds that the network takes for no photograph as a whole: it is shown the largest coloured part
 * of it alone.
 */
async function fieldIn(models: Models, picture: Picture, small: Small): Promise<Reason | null> {
  const part = colouredIn(picture, small)
  if (!part) return null
  const chance = await predictFundus(models, partOf(picture, part.box))
  return chance >= models.is_fundus.card.thresholds.taken ? part.holds : null
}

/** Where one round field lies that is judged once nothing else is there: the circle that was found, or what is coloured. */
async function sectionIn(
  models: Models,
  { picture, field }: Sources['whole'],
): Promise<Box | null> {
  const coloured = colouredIn(picture, smallPicture(picture))
  const boxes = [...(isPart(field) ? [] : [field.box]), ...(coloured ? [coloured.box] : [])]
  for (const box of boxes) {
    const { sources, reasons } = await lookAt(models, onlyPart(picture, box))
    if (reasons.length === 0 && !isPart(sources.whole.field)) return box
  }
  return null
}
