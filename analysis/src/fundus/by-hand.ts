import { LESIONS, type Eye, type FundusFindings } from '@mingmou/contract'
import type { Masks } from '../analyser.ts'
import { onto, withoutConfidence } from '../by-hand.ts'
import type { PartMap } from '../geometry/part.ts'
import type { Box, Grey } from '../image.ts'
import { OF_CUP } from './measure/disc.ts'
import { ofEach, type LesionRules } from './measure/lesions.ts'
import type { DiscMaps, Predictions } from './predictions.ts'

/** A pixel of a mask at or above it belongs to the structure, as in every map. */
const INSIDE = 128

/**
 * The predictions with what a clinician drew in the place of the networks' maps. Everything measured from them follows. A
 * cup alone is of no use where no disc was found.
 */
export function withDrawn(
  predictions: Predictions,
  { disc, cup, fovea, ...others }: Masks,
): Predictions {
  const lesions = lesionsOf(predictions, others)
  return withNerve(withFovea({ ...predictions, lesions }, fovea), { disc, cup })
}

/** In every view the fovea is where the clinician saw it, or nowhere. */
function withFovea(predictions: Predictions, mask: Masks[string]): Predictions {
  if (!mask) return predictions
  const placed = { fovea: partOf(mask, predictions), drawnFovea: true }
  const { landmarks, views } = predictions
  return {
    ...predictions,
    landmarks: { ...landmarks, ...placed },
    views: { ...views, landmarks: views.landmarks.map((view) => ({ ...view, ...placed })) },
  }
}

/** Lesions that are drawn lie on the maps of the networks' own lesions, px for px. */
function lesionsOf(image: Predictions, drawn: Masks): Predictions['lesions'] {
  const { lesions } = image
  return ofEach((kind) => {
    const mask = drawn[kind]
    return mask ? onto(mask, lesions[kind], image) : lesions[kind]
  })
}

/** What a clinician drew counts, however small it is: a lesion has a quarter of one px of the map at least. */
const DRAWN_RULE = { low: 0.25, peak: 0.25, least_px: 1, curve: [], sensitivity: null, drawn: true }

/** The rules by which maps become lesions, with that of a hand for the kinds that a clinician drew. */
export const rulesWith = (rules: LesionRules, drawn: Masks): LesionRules =>
  ofEach((kind) => (drawn[kind] ? DRAWN_RULE : rules[kind]))

function withNerve(predictions: Predictions, { disc, cup }: Masks): Predictions {
  const drawn = {
    disc: disc && partOf(disc, predictions),
    cup: cup && partOf(cup, predictions),
  }
  const near = predictions.disc ?? (drawn.disc && { ...NOTHING_NEAR, cup: blank(drawn.disc) })
  if (!near || (!disc && !cup)) return predictions
  const replaced = (maps: Omit<DiscMaps, 'disc'> & { disc?: PartMap }): DiscMaps => ({
    ...maps,
    disc: drawn.disc ?? maps.disc ?? blank(maps.cup),
    cup: drawn.cup ?? maps.cup,
    // Where green is saturated a network sees no cup. The clinician did.
    glare: drawn.cup ? 0 : maps.glare,
    drawnCup: drawn.cup !== undefined,
  })
  return {
    ...predictions,
    disc: replaced(near),
    landmarks: { ...predictions.landmarks, disc: drawn.disc ?? predictions.landmarks.disc },
    views: { ...predictions.views, disc: predictions.views.disc.map(replaced) },
  }
}

const NOTHING_NEAR = { glare: 0, light: 1 }
const blank = (map: PartMap): PartMap => ({ ...map, data: new Float32Array(map.data.length) })

/** The part of a mask that is not empty, with a margin, as a map of the image. An empty mask is one empty pixel. */
function partOf(mask: Grey<Uint8Array>, image: { width: number; height: number }): PartMap {
  const lit = litBox(mask)
  const data = new Float32Array(lit.width * lit.height)
  for (let y = 0; y < lit.height; y++)
    for (let x = 0; x < lit.width; x++)
      data[y * lit.width + x] = isIn(mask, lit.x + x, lit.y + y) ? 1 : 0
  const [across, down] = [image.width / mask.width, image.height / mask.height]
  const box = {
    x: lit.x * across,
    y: lit.y * down,
    width: lit.width * across,
    height: lit.height * down,
  }
  return { width: lit.width, height: lit.height, data, box, ratio: 1 / across }
}

const isIn = ({ width, height, data }: Grey<Uint8Array>, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < width && y < height && (data[y * width + x] ?? 0) >= INSIDE

function litBox({ width, data }: Grey<Uint8Array>): Box {
  let [left, right, top, bottom] = [Infinity, -1, -1, -1]
  for (let at = 0; at < data.length; at++) {
    if ((data[at] ?? 0) < INSIDE) continue
    const x = at % width
    const y = (at - x) / width
    if (top < 0) top = y
    bottom = y
    left = Math.min(left, x)
    right = Math.max(right, x)
  }
  if (right < 0) return { x: 0, y: 0, width: 1, height: 1 }
  // One empty pixel around it, so that every edge is one.
  return { x: left - 1, y: top - 1, width: right - left + 3, height: bottom - top + 3 }
}

/** The figures that rest on what a clinician drew, by dotted name; a group stands for all in it. */
export function restsOn(drawn: Masks): string[] {
  const kinds = LESIONS.filter((kind) => drawn[kind])
  return [
    ...(['disc', 'cup', 'fovea'] as const).flatMap((layer) =>
      drawn[layer] ? RESTS_ON[layer] : [],
    ),
    ...kinds.map((kind) => `lesions.${kind}`),
    ...(kinds.length > 0 ? ['lesion_bool', 'dr', 'dr_grade', 'dr_referable_probability'] : []),
  ]
}

/** Of the disc and the fovea both: their distance, what lies within a disc diameter of the fovea, and the eye. */
const BETWEEN = [
  ...['macula.fd_dist', 'macula.fd_dist_dd', 'macula.angle', 'macula.edge_distance_dd'],
  ...['dr.macular_oedema', 'eye'],
] as const
const RESTS_ON = {
  disc: ['disc_centre', 'vcdr', 'disc', ...BETWEEN],
  cup: ['vcdr', ...OF_CUP.map((name) => `disc.${name}` as const)],
  // A weaker exudate counts where it lies near the fovea.
  fovea: ['fovea_centre', 'macula', 'lesions.hard_exudates.count', ...BETWEEN],
} as const

type Measured = Pick<
  FundusFindings,
  'confidence' | 'not_measured' | 'eye' | 'eye_confidence' | 'dr' | 'dr_grade'
>

/**
 * Findings without the machine's confidence in what rests on a drawing. An eye that a person stated rests on none, and a
 * stage by lesions in four quadrants rests on the fovea around which they lie.
 */
export function withoutSureness<Of extends Measured>(
  measured: Of,
  drawn: Masks,
  stated: Eye | undefined,
): Of {
  const byQuadrants = drawn['fovea'] && measured.dr?.rule === 'haemorrhages_four_quadrants'
  const names = [...restsOn(drawn), ...(byQuadrants ? ['dr_grade'] : [])]
  if (!names.includes('eye') || stated)
    return withoutConfidence(
      measured,
      names.filter((name) => name !== 'eye'),
    )
  const unsure = withoutConfidence(measured, names)
  if (unsure.eye === null) return unsure
  const not_measured = { ...unsure.not_measured, eye_confidence: 'placed_by_clinician' as const }
  return { ...unsure, eye_confidence: null, not_measured }
}
