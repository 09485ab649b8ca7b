import { fieldCrop, squareCrop, type Crop, type Source } from '../crop.ts'
import { look, lookAtAll, PLAIN, type Looked, type View } from '../look.ts'
import type { Models } from '../models.ts'
import { findDisc } from './measure/landmarks.ts'
import type {
  PartMap,
  SeenDisc,
  SeenLandmarks,
  SeenLesions,
  SeenScreening,
  SeenVessels,
} from './seen.ts'

const MIRRORED: View = { ...PLAIN, mirrored: true }
const HALF_TURNED: View = { ...PLAIN, quarters: 2 }
/** The eight ways a square lies on itself. */
const EIGHT = ([0, 1, 2, 3] as const).flatMap((quarters) =>
  [false, true].map((mirrored): View => ({ mirrored, quarters, light: 1 })),
)

/** The photograph itself, and one reduced to what the coarse networks need. */
export interface Sources {
  whole: Source
  small: Source
}

/** Picks a part of what was seen by the labels it is made of, from the mean and from every view. */
function partOf<T>({ mean, views }: Looked, pick: (maps: (label: string) => PartMap) => T) {
  const of = (maps: Record<string, PartMap>) =>
    pick((label) => {
      const map = maps[label]
      if (!map) throw new Error(`no output ${label}`)
      return map
    })
  return { mean: of(mean), views: views.map(of) }
}

/** Probabilities of the photograph as a whole. */
export async function seeAll({ screening: network }: Models, { whole, small }: Sources) {
  const { field_diameter_px, size_px } = network.card.input
  const crop = fieldCrop(small, whole.field, field_diameter_px)
  const answers = await lookAtAll(network, crop, size_px, [PLAIN, MIRRORED])
  const views = answers.map(({ ungradable = 0, referable = 0 }): SeenScreening => ({
    ungradable,
    referable,
  }))
  const mean = (label: keyof SeenScreening) =>
    views.reduce((sum, view) => sum + view[label], 0) / views.length
  return { screening: { ungradable: mean('ungradable'), referable: mean('referable') }, views }
}

/** The disc and the fovea in the whole photograph, then the disc and its cup from near by. */
export async function seeLandmarks({ landmarks, disc }: Models, { whole, small }: Sources) {
  const { field_diameter_px, multiple } = landmarks.card.input
  const crop = fieldCrop(small, whole.field, field_diameter_px)
  const looked = await look(landmarks, crop, multiple, [PLAIN, MIRRORED, HALF_TURNED])
  const coarse = partOf(looked, (maps): SeenLandmarks => ({
    disc: maps('disc'),
    fovea: maps('fovea'),
  }))
  const found = findDisc(coarse.mean.disc)
  if (!found) return { landmarks: coarse, disc: null }
  const { crop_disc_diameters, size_px, multiple: step } = disc.card.input
  const near = squareCrop(whole, found.centre, crop_disc_diameters * found.diameter, size_px)
  const close = await look(disc, near, step, EIGHT)
  return {
    landmarks: coarse,
    disc: partOf(close, (maps): SeenDisc => ({ disc: maps('disc'), cup: maps('cup') })),
  }
}

/** The field's box at the scales the networks ask for, each made once. */
export function cropsOf(source: Source): (diameter: number) => Crop {
  const made = new Map<number, Crop>()
  return (diameter) => {
    const crop = made.get(diameter) ?? fieldCrop(source, source.field, diameter)
    made.set(diameter, crop)
    return crop
  }
}

export async function seeVessels({ vessels }: Models, cropAt: (diameter: number) => Crop) {
  const { field_diameter_px, multiple } = vessels.card.input
  const crop = cropAt(field_diameter_px)
  const { box, ratio, inside } = crop
  const looked = await look(vessels, crop, multiple, [PLAIN])
  return partOf(looked, (maps): SeenVessels => ({
    vessel: maps('vessel'),
    artery: maps('artery'),
    vein: maps('vein'),
    inside: { ...inside, box, ratio },
  }))
}

export async function seeLesions({ lesions }: Models, cropAt: (diameter: number) => Crop) {
  const { field_diameter_px, multiple } = lesions.card.input
  const looked = await look(lesions, cropAt(field_diameter_px), multiple, [PLAIN])
  return partOf(looked, (maps): SeenLesions => ({
    microaneurysms: maps('microaneurysm'),
    haemorrhages: maps('haemorrhage'),
    hard_exudates: maps('hard_exudate'),
    soft_exudates: maps('soft_exudate'),
  }))
}
