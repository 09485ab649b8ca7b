import type { Spot } from '../geometry/circle.ts'
import { fieldCrop, squareCrop, wholeCrop, type Crop, type Source } from '../crop.ts'
import type { Picture } from '../image.ts'
import { answersIn, inferMaps, inferWhole, type Inferred } from '../networks/inference.ts'
import { PLAIN, type View } from '../networks/view.ts'
import type { Models, NetworkOf } from './models.ts'
import { DECISIONS } from './decisions.ts'
import { discAlone } from './disc-alone.ts'
import { shapeOf } from './measure/disc.ts'
import { findDisc, findFovea } from './measure/landmarks.ts'
import { areaOf } from '../geometry/outline.ts'
import { CUT } from '../geometry/part.ts'
import type {
  DiscMaps,
  LandmarkMaps,
  LesionMaps,
  ScreeningChances,
  VesselMaps,
} from './predictions.ts'
import type { PartMap } from '../geometry/part.ts'
import { lowered, shiftOf } from './vessel-cut.ts'

const MIRRORED: View = { ...PLAIN, mirrored: true }
const HALF_TURNED: View = { ...PLAIN, quarters: 2 }
const UPRIGHT = [PLAIN, MIRRORED, HALF_TURNED]
/** The same views for a photograph on its side. */
const ASIDE = UPRIGHT.map((view): View => ({ ...view, quarters: view.quarters === 0 ? 1 : 3 }))
/** The eight turned and mirrored views of a square. */
export const EIGHT = ([0, 1, 2, 3] as const).flatMap((quarters) =>
  [false, true].map((mirrored): View => ({ mirrored, quarters, light: 1 })),
)
/** Upright and upside down, each mirrored too. */
export const FOUR = EIGHT.filter(({ quarters }) => quarters % 2 === 0)
/** Each of the eight views darker and lighter, so that the cup does not depend on the lamp. */
const LIT = EIGHT.flatMap((view) => [0.87, 1.15].map((light): View => ({ ...view, light })))

/** The photograph, and a reduced copy for the coarse networks. */
export interface Sources {
  whole: Source
  small: Source
}

/** Picks some labels from the mean and from every view. */
function partOf<T>({ mean, views }: Inferred, pick: (maps: (label: string) => PartMap) => T) {
  const of = (maps: Record<string, PartMap>) =>
    pick((label) => {
      const map = maps[label]
      if (!map) throw new Error(`no output ${label}`)
      return map
    })
  return { mean: of(mean), views: views.map(of) }
}

/** Disc and cup in a square. */
function discIn({ rgb, width, height }: Crop, inferred: Inferred, shown: readonly View[] = []) {
  const green = rgb.subarray(width * height, 2 * width * height)
  const data = inferred.mean['disc']?.data ?? new Float32Array()
  let [inside, bright] = [0, 0]
  for (let at = 0; at < data.length; at++) {
    if ((data[at] ?? 0) < CUT) continue
    inside++
    if ((green[at] ?? 0) >= DECISIONS.cup.saturated_green) bright++
  }
  const glare = inside > 0 ? bright / inside : 0
  const { mean, views } = partOf(inferred, (maps): DiscMaps => ({
    disc: maps('disc'),
    cup: maps('cup'),
    glare,
    light: 1,
  }))
  return { mean, views: views.map((view, i) => ({ ...view, light: shown[i]?.light ?? 1 })) }
}

/** What a network says of the whole photograph, for each view, and the crop that it saw. */
export async function outputsOf(
  network: NetworkOf<'screening' | 'retinopathy' | 'other_disease'>,
  { whole, small }: Sources,
  views: readonly View[],
) {
  const { field_diameter_px, size_px } = network.card.input
  const crop = fieldCrop(small, whole.field, field_diameter_px)
  return { crop, outputs: await inferWhole(network, crop, size_px, views) }
}

/** The chance that the picture is a fundus photograph. */
export async function predictFundus({ is_fundus }: Models, picture: Picture): Promise<number> {
  const { size_px } = is_fundus.card.input
  return answersIn(await inferWhole(is_fundus, wholeCrop(picture, size_px), size_px, [PLAIN]))(
    'fundus',
  )
}

/** Probabilities that graders reject the photograph, that they call it less than good, and of referable disease. */
export async function predictScreening(
  { screening }: Models,
  sources: Sources,
): Promise<ScreeningChances> {
  const mean = answersIn((await outputsOf(screening, sources, [PLAIN, MIRRORED])).outputs)
  return {
    ungradable: mean('ungradable'),
    lessThanGood: mean('less_than_good'),
    referable: mean('referable'),
  }
}

/** The chance of referable disease by the network that sees the whole photograph, as the mean of some views. */
export async function predictReferable(
  { retinopathy }: Models,
  sources: Sources,
  views: 2 | 4,
): Promise<number> {
  return answersIn((await outputsOf(retinopathy, sources, FOUR.slice(0, views))).outputs)(
    'referable',
  )
}

/**
 * First finds the disc and the fovea in the whole photograph. Then outlines the disc and its cup
 * twice from near by. The first outline sets the square around the disc, whatever the coarse
 * network drew. The second is taken in that square.
 */
export async function predictLandmarks(
  { landmarks, disc, disc_alone }: Models,
  { whole, small }: Sources,
) {
  const { field_diameter_px, multiple } = landmarks.card.input
  const crop = fieldCrop(small, whole.field, field_diameter_px)
  const answers = async (views: readonly View[]) =>
    partOf(await inferMaps(landmarks, crop, multiple, views), (maps): LandmarkMaps => ({
      disc: maps('disc'),
      fovea: maps('fovea'),
    }))
  const upright = await answers(UPRIGHT)
  // The networks learnt discs and foveas in upright photographs.
  const foveaIn = ({ mean }: typeof upright) =>
    findFovea(mean.fovea, findDisc(mean.disc, whole.field))
  const { fovea, aside } = foveaIn(upright)
  const turned = fovea && !aside ? null : await answers(ASIDE)
  const coarse = turned && foveaIn(turned).aside ? turned : upright
  const alone = await discAlone({ disc_alone }, whole, EIGHT)
  const found = alone ?? findDisc(coarse.mean.disc, whole.field)
  if (!found) return { landmarks: coarse, disc: null }
  const network = alone ? disc_alone : disc
  const { crop_disc_diameters, size_px, multiple: step } = network.card.input
  const squareAt = (centre: Spot, diameter: number) =>
    squareCrop(whole, centre, crop_disc_diameters * diameter, size_px)
  const rough = squareAt(found.centre, found.diameter)
  const first = discIn(rough, await inferMaps(network, rough, step, EIGHT))
  const set = shapeOf(first.mean)
  const near = set ? squareAt(set.centre, 2 * Math.sqrt(areaOf(set.disc) / Math.PI)) : rough
  const close = discIn(near, await inferMaps(network, near, step, LIT), LIT)
  return {
    landmarks: coarse,
    disc: { ...close, mean: { ...close.mean, alone: alone !== null } },
  }
}

export async function predictVessels({ vessels }: Models, whole: Source) {
  const { field_diameter_px, multiple } = vessels.card.input
  const crop = fieldCrop(whole, whole.field, field_diameter_px)
  const { box, ratio, inside } = crop
  const inferred = await inferMaps(vessels, crop, multiple, [PLAIN])
  const { mean, views } = partOf(inferred, (maps): VesselMaps => ({
    vessel: maps('vessel'),
    artery: maps('artery'),
    vein: maps('vein'),
    inside: { ...inside, box, ratio },
  }))
  const shift = shiftOf(mean.vessel, field_diameter_px, vessels.card.cut)
  return { mean: lowered(mean, shift), views: views.map((view) => lowered(view, shift)) }
}

/** The mean probability of a vessel in the reduced copy. It tells dark vessels from bright ones, and measures none. */
export async function shareOfVessels({ vessels }: Models, { small }: Sources): Promise<number> {
  const { field_diameter_px, multiple } = vessels.card.input
  const crop = fieldCrop(small, small.field, field_diameter_px / 2)
  const { mean } = await inferMaps(vessels, crop, multiple, [PLAIN])
  const data = mean['vessel']?.data ?? new Float32Array()
  return data.reduce((sum, probability) => sum + probability, 0) / Math.max(1, data.length)
}

export async function predictLesions({ lesions }: Models, whole: Source) {
  const { field_diameter_px, multiple } = lesions.card.input
  const crop = fieldCrop(whole, whole.field, field_diameter_px)
  const inferred = await inferMaps(lesions, crop, multiple, [PLAIN])
  return partOf(inferred, (maps): LesionMaps => ({
    microaneurysms: maps('microaneurysm'),
    haemorrhages: maps('haemorrhage'),
    hard_exudates: maps('hard_exudate'),
    soft_exudates: maps('soft_exudate'),
  }))
}
