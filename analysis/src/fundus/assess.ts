import type { ContentReason, Quality, Reason } from '@mingmou/contract'
import { begun } from '../begun.ts'
import { negativeOf } from '../colour.ts'
import { isPart } from '../field.ts'
import { withoutFrame } from '../frame.ts'
import type { Box, Picture } from '../image.ts'
import { seemsOf } from '../kind.ts'
import { onlyPart } from '../section.ts'
import { DECISIONS } from './decisions.ts'
import { discAlone } from './disc-alone.ts'
import { smallPicture, type Small } from '../tiles.ts'
import { fieldColours } from './contents/around.ts'
import { byColours, colouredIn, holdsOf, isOnLight, isTint, partOf } from './contents/contents.ts'
import { featuresOf, smallOf, type Features } from './features.ts'
import type { Models } from './models.ts'
import { EIGHT, predictFundus, predictScreening, shareOfVessels, type Sources } from './predict.ts'
import type { ScreeningChances } from './predictions.ts'
import { fieldOf, isFundus, judge, refused } from './quality.ts'
import { isOverlaid } from './contents/overlaid.ts'
import { hasFewColours } from './contents/shades.ts'

interface Assessed {
  quality: Quality
  /** null for a picture that is not judged: it shows no fundus, several fields, or other colours than a photograph. */
  screened: ScreeningChances | null
  /** The part of a picture that holds one field beside other things and could be judged alone. */
  offered: Box | null
}

/** A picture without its frame, where its field lies, and its reduced copy. */
export const sourcesOf = (models: Pick<Models, 'quality'>, picture: Picture): Sources =>
  sourcesIn(models, withoutFrame(picture))

function sourcesIn({ quality }: Pick<Models, 'quality'>, picture: Picture): Sources {
  const whole = { picture, field: fieldOf(picture, quality.thresholds) }
  return { whole, small: smallOf(whole, quality.field_diameter_px) }
}

/**
 * Tells whether a picture is one field of a colour photograph of a fundus, and how well it can be read. `called`: what its
 * file says that speaks against it, where the pixels do not.
 */
export async function assess(
  models: Models,
  sources: Sources,
  called: ContentReason | null = null,
): Promise<Assessed> {
  // Nearly every picture needs it: the network answers while the picture is looked at.
  const screening = begun(predictScreening(models, sources))
  const { features, reasons: seen } = await look(models, sources)
  const reasons = seen.length > 0 || called === null ? seen : [called]
  const judged = async (): Promise<Assessed> => {
    const screened = await screening
    const quality = judge(features, sources.whole.field, models.quality, screened)
    return { quality, screened, offered: null }
  }
  if (reasons.length === 0) return judged()
  if (reasons.some((reason) => reason === 'single_colour' || reason === 'few_colours')) {
    const retaken = await judged()
    if (losesColours(retaken.quality)) return retaken
  }
  const offered = reasons[0] === 'surrounded' ? await sectionIn(models, sources.whole) : null
  return { quality: refused(features, reasons), screened: null, offered }
}

/** Whether the photograph is so dark or blurred that it cannot be read: that takes its colours too, and is to be said. */
const losesColours = ({ gradable, reasons }: Quality) =>
  !gradable && reasons.some((reason) => reason === 'too_dark' || reason === 'blurred')

/** The field of a picture as it is, and why it is not judged; no reasons where it is. */
export async function lookAt(models: Models, picture: Picture) {
  const sources = sourcesIn(models, picture)
  return { sources, ...(await look(models, sources)) }
}

async function look(models: Models, sources: Sources) {
  const asked = begun(predictFundus(models, sources.whole.picture))
  const { picture, field } = sources.small
  const features = featuresOf(picture, field, models.quality.field_diameter_px)
  return { features, reasons: await whyNot(models, sources, features, asked) }
}

/** Why a picture is not judged; empty where it is. */
async function whyNot(
  models: Models,
  { whole: { picture, field }, small: shown }: Sources,
  features: Features,
  asked: Promise<number>,
): Promise<Reason[]> {
  const { thresholds } = models.quality
  const small = smallPicture(picture)
  const ask = {
    fundus: (picture: Picture) => predictFundus(models, picture),
    vessels: (picture: Picture) => shareOfVessels(models, sourcesIn(models, picture)),
  }
  const onLight = isPart(field) && isOnLight(small)
  // The circle of a negative, and of a page, is seen where light and dark are exchanged.
  const dark = onLight ? fieldOf(negativeOf(picture), thresholds) : field
  const seen = isPart(dark) ? field : dark
  const colours = fieldColours(small, seen)
  const isFew = hasFewColours(picture, field)
  const chance = await asked
  const { mended, reason } = await byColours(
    picture,
    colours,
    { chance, small: shown.picture, lines: features, onLight, isFew },
    ask,
  )
  const isMended = mended >= models.is_fundus.card.thresholds.taken
  if (
    !isMended &&
    !isFundus(chance, features, field, models) &&
    !(await isDisc(models, { picture, field }, chance))
  )
    return [(await fieldIn(models, picture, small)) ?? 'not_fundus']
  const held = holdsOf(small, field)
  if (held && reason !== 'negative') return [held]
  if (!reason && isFew) return ['few_colours']
  if (!reason && isOverlaid(shown.picture, shown.field)) return ['overlaid']
  const isBright = features.brightness >= DECISIONS.picture.tint_from_brightness
  if (!reason) return isBright && isTint(colours) ? ['single_colour'] : []
  // Without a round field, fine grey lines are those of a scan, and blue light is that of the eye's surface.
  const isOther = seen.outline < DECISIONS.picture.round && seemsOf(picture, 'fundus').length > 0
  return [isOther ? 'not_fundus' : reason]
}

/** Whether a picture that the network neither takes nor refuses shows the optic disc alone: then it is a photograph. */
async function isDisc(models: Models, whole: Sources['whole'], chance: number): Promise<boolean> {
  if (chance < models.is_fundus.card.thresholds.refused) return false
  return (await discAlone(models, whole, EIGHT)) !== null
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
