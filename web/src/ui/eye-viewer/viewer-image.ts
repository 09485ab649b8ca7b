import type { Eye, Lines } from '@mingmou/contract'
import type { Bend } from './bend.ts'
import type { Scale } from './ruler/ruler.ts'
import type { Size, XY } from './view.ts'

/** A grey map of the image's shape, and its colour. */
export interface PaintedMap {
  url: string
  color: string
}

/** A layer of maps. */
export interface ViewerOverlay extends Layer {
  maps: readonly PaintedMap[]
}

export interface ViewerImage extends Size {
  /** Stays the same while signed addresses change. */
  key: string
  /** The owner of the maps. */
  analysis: string
  label: string
  url: string
  eye: Eye | null
  overlays: readonly ViewerOverlay[]
  shapes?: readonly Lines[]
  scale?: Scale
  /** What is kept with the picture. Where it is given, the surrounding page keeps more. */
  notes?: readonly KeptNote[]
  /** Laid over another picture: `width` and `height` are then of that picture, and lines are in its px. */
  bend?: Bend
}

/** A map or a layer of lines. */
export interface Layer {
  name: string
  color: string
  /** Off until it is asked for. */
  hidden?: boolean
  /**
   * A ring around the finding instead of the finding itself, so that the photograph shows within.
   */
  outline?: boolean
  /** The letter that switches it. */
  key?: string
}

/** A text at one point, or a length between two. */
export interface KeptNote {
  number: number
  points: readonly XY[]
}

/** The surrounding page keeps notes with its pictures. */
export const canNote = (images: readonly ViewerImage[]) => images.some(({ notes }) => notes)
