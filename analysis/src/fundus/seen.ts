import type { Field } from '../field.ts'
import type { Box, Grey } from '../image.ts'

/** A map over a part of the photograph: `box` px of the image, brought to the map's size. Zero outside the field. */
export interface PartMap<T extends Uint8Array | Float32Array = Float32Array> extends Grey<T> {
  box: Box
  /** px of the map for one px of the image */
  ratio: number
}

/** What the networks saw in one photograph, before anything is measured: probabilities 0..1, cut at 0.5. */
export interface Seen {
  width: number
  height: number
  field: Field
  vessels: { vessel: PartMap; artery: PartMap; vein: PartMap; inside: PartMap<Uint8Array> }
  /** Coarse, over the whole field: the disc, and a bump around the fovea's centre. */
  landmarks: { disc: PartMap; fovea: PartMap }
  /** Around the disc that the landmarks show; null where they show none. */
  disc: { disc: PartMap; cup: PartMap } | null
  lesions: {
    microaneurysms: PartMap
    haemorrhages: PartMap
    hard_exudates: PartMap
    soft_exudates: PartMap
  }
  /** Probabilities of the whole picture. */
  screening: { ungradable: number; referable: number }
}
