import { createHash } from 'node:crypto'
import type { FundusFindings, Quality, Reason, Stage, VesselTree } from '@mingmou/contract'
import { findField } from '../field.ts'
import { decode, encodeGrey } from '../image.ts'
import type { Models } from '../models.ts'
import { featuresOf } from './features.ts'
import { measureVessels } from './measure/vessels.ts'
import { judge } from './quality.ts'
import { findVessels, toImageSize } from './vessels.ts'

export interface FundusAnalysis {
  findings: FundusFindings
  /** Grey PNGs of the image's own size: 255 = certain, 128 = the threshold. */
  maps: { name: 'vessels'; png: Buffer }[]
}

const CHUNK = 1 << 20

function sha256(bytes: Buffer): string {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += CHUNK) hash.update(bytes.subarray(at, at + CHUNK))
  return hash.digest('hex')
}

/**
 * Analyses one fundus photograph that `openImage` has let in: decode, field of view, quality, vessels, measures.
 * `onStage` hears every stage as it begins with the share of the work done before it, 0..1. A picture that is no
 * fundus photograph gets no maps; one that is not gradable gets maps and no measures.
 * @throws {ImageRefused} on bytes that cannot be read; the signal's reason when aborted between two stages
 */
export async function analyseFundus(
  bytes: Buffer,
  models: Models,
  onStage?: (stage: Stage, share: number) => void,
  signal?: AbortSignal,
): Promise<FundusAnalysis> {
  const begin = (stage: Stage, share: number) => {
    signal?.throwIfAborted()
    onStage?.(stage, share)
  }
  begin('decode', 0)
  const picture = await decode(bytes)
  const { width, height } = picture
  const file = { sha256: sha256(bytes), width, height }

  begin('quality', 0.15)
  const field = findField(picture)
  const features = featuresOf(picture, field, models.quality.field_diameter_px)
  const quality = judge(features, field, models.quality)
  if (quality.field === null) return { findings: findingsOf(file, quality, null, models), maps: [] }

  begin('vessels', 0.3)
  const map = await findVessels(picture, field, models.vessels)

  begin('measures', 0.75)
  const vessel = quality.gradable
    ? measureVessels(map.vessels, map.field, field.diameter * map.ratio, 1 / map.ratio)
    : null
  const png = await encodeGrey(toImageSize(map, field, file, models.vessels.threshold))
  signal?.throwIfAborted()
  return { findings: findingsOf(file, quality, vessel, models), maps: [{ name: 'vessels', png }] }
}

const LATER = [
  'eye',
  'eye_confidence',
  'disc_centre',
  'fovea_centre',
  'vcdr',
  'dr_grade',
  'dr_referable_probability',
  'lesion_bool',
]

function findingsOf(
  file: FundusFindings['file'],
  quality: Quality,
  vessel: VesselTree | null,
  models: Models,
): FundusFindings {
  return {
    modality: 'fundus',
    file,
    gradable: quality.gradable,
    quality_score: quality.score,
    quality,
    eye: null,
    eye_confidence: null,
    disc_centre: null,
    fovea_centre: null,
    vcdr: null,
    dr_grade: null,
    dr_referable_probability: null,
    lesion_bool: null,
    scale: null,
    vessel: vessel && {
      ...vessel,
      arteries: null,
      veins: null,
      zone_b: null,
      zone_c: null,
      calibre: null,
      quadrants: null,
    },
    disc: null,
    macula: null,
    lesions: null,
    dr: null,
    glaucoma: null,
    confidence: {},
    not_measured: reasonsOf(quality, vessel),
    model_versions: models.versions,
  }
}

/** A reason for every null, by its dotted name. */
function reasonsOf(quality: Quality, vessel: VesselTree | null): Record<string, Reason> {
  const noFundus = quality.field === null
  const reasons: Record<string, Reason> = {}
  for (const name of LATER) reasons[name] = 'not_implemented'
  if (!vessel) {
    if (noFundus) reasons['vessel'] = 'not_fundus'
    else reasons['vessel'] = quality.gradable ? 'no_vessels' : 'not_gradable'
  }
  for (const name of ['fractal_dimension', 'tortuosity', 'curvature'] as const)
    if (vessel?.[name] === null) reasons[`vessel.${name}`] = 'no_vessels'
  if (noFundus) {
    reasons['quality_score'] = 'not_fundus'
    for (const name of ['score', 'sharpness', 'field', 'standard'])
      reasons[`quality.${name}`] = 'not_fundus'
  }
  return reasons
}
