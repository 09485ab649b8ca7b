import type { Field } from '../field.ts'
import type { PartMap } from '../geometry/part.ts'

export interface VesselMaps {
  vessel: PartMap
  artery: PartMap
  vein: PartMap
  inside: PartMap<Uint8Array>
}

/** Coarse, over the whole field: the disc, and a bump around the fovea's centre. */
export interface LandmarkMaps {
  disc: PartMap
  fovea: PartMap
  /** The fovea is a clinician's: where it lies is not doubted, and an empty map says that none is seen. */
  drawnFovea?: boolean
}

export interface DiscMaps {
  disc: PartMap
  cup: PartMap
  /** Share of the disc where green is saturated. No cup can be seen there. */
  glare: number
  /** The factor of the light of the photograph. */
  light: number
  /** The photograph shows the disc and little beyond it. */
  alone?: boolean
  /** The cup is a clinician's. */
  drawnCup?: boolean
}

export interface LesionMaps {
  microaneurysms: PartMap
  haemorrhages: PartMap
  hard_exudates: PartMap
  soft_exudates: PartMap
}

/** Probabilities of the whole picture. */
export interface ScreeningChances {
  ungradable: number
  lessThanGood: number
  referable: number
}

/** The answers of the networks for one photograph, before measuring: probabilities 0..1, cut at 0.5. */
export interface Predictions {
  width: number
  height: number
  field: Field
  vessels: VesselMaps
  landmarks: LandmarkMaps
  /** The square around the disc; null where the landmarks show no disc. */
  disc: DiscMaps | null
  lesions: LesionMaps
  /** Scars of laser, coarse, over the whole field; null where none are suspected. */
  scars: PartMap | null
  screening: ScreeningChances
  /**
   * The single views (plain, mirrored, turned, brightened) whose mean the maps above are. Each is
   * brought back onto the photograph and the same box. A part with a single view has none here.
   */
  views: {
    landmarks: readonly LandmarkMaps[]
    disc: readonly DiscMaps[]
    vessels: readonly VesselMaps[]
  }
}
