import type { Field } from '../field.ts'
import type { PartMap } from '../geometry/part.ts'

export interface SeenVessels {
  vessel: PartMap
  artery: PartMap
  vein: PartMap
  inside: PartMap<Uint8Array>
}

/** Coarse, over the whole field: the disc, and a bump around the fovea's centre. */
export interface SeenLandmarks {
  disc: PartMap
  fovea: PartMap
}

export interface SeenDisc {
  disc: PartMap
  cup: PartMap
  /** Share of the disc where green is saturated. No cup can be seen there. */
  glare: number
  /** The factor of the light of the photograph. */
  light: number
}

export interface SeenLesions {
  microaneurysms: PartMap
  haemorrhages: PartMap
  hard_exudates: PartMap
  soft_exudates: PartMap
}

/** Probabilities of the whole picture. */
export interface SeenScreening {
  ungradable: number
  lessThanGood: number
  referable: number
}

/** The answers of the networks for one photograph, before measuring: probabilities 0..1, cut at 0.5. */
export interface Seen {
  width: number
  height: number
  field: Field
  vessels: SeenVessels
  landmarks: SeenLandmarks
  /** The square around the disc; null where the landmarks show no disc. */
  disc: SeenDisc | null
  lesions: SeenLesions
  screening: SeenScreening
  /**
   * The single views (plain, mirrored, turned, brightened) whose mean the maps above are, each brought back onto the
   * photograph and the same box; a part that was looked at once has none here.
   */
  views: {
    landmarks: readonly SeenLandmarks[]
    disc: readonly SeenDisc[]
    vessels: readonly SeenVessels[]
  }
}
