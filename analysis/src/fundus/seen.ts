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
  /** Share of the disc where green is at its end: no cup can be seen in it. */
  glare: number
  /** What the light of the photograph was multiplied by. */
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

/** What the networks saw in one photograph, before anything is measured: probabilities 0..1, cut at 0.5. */
export interface Seen {
  width: number
  height: number
  field: Field
  vessels: SeenVessels
  landmarks: SeenLandmarks
  /** Around the disc that the landmarks show; null where they show none. */
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
