import type { Size, XY } from '../view.ts'

/** What a press does: sets a corner of an outline, adds with a round brush, or takes away with it. */
const SKETCH_TOOLS = ['outline', 'brush', 'erase'] as const
/** A drawing of a place has one tool, which sets the place; what is outlined is also moved as a whole. */
export type SketchTool = (typeof SKETCH_TOOLS)[number] | 'place' | 'move'

export const toolsOf = ({
  tool,
  single,
}: Pick<Sketch, 'tool' | 'single'>): readonly SketchTool[] =>
  tool === 'place' ? [] : [...SKETCH_TOOLS, ...(single ? (['move'] as const) : [])]

/** One thing that a hand did; places and radius in px of the image. */
export type Stroke =
  | { tool: 'outline'; points: readonly XY[]; alone: boolean }
  | { tool: 'brush' | 'erase'; points: readonly XY[]; radius: number }
  | { tool: 'place'; at: XY }
  | { tool: 'move'; by: XY }
  | { tool: 'clear' }

/** A drawing that is being made over an image. */
export interface Sketch {
  /** The key of the image. */
  key: string
  layer: string
  color: string
  /** A new outline takes the place of what was there. */
  single: boolean
  /** Of the mask: that of the map that was there before. */
  size: Size
  /** What counted before: 255 inside; null for nothing. */
  start: Uint8Array | null
  /** What it begins with: the key of a text, with its values. */
  begins: { key: string; values?: { clinician: string } }
  /** Everything done, those undone too, and how many of them hold. */
  strokes: readonly Stroke[]
  held: number
  tool: SketchTool
  /** Of the brush, px of the image. */
  radius: number
  /** Corners of an outline that is not closed yet. */
  corners: readonly XY[]
  /** How far everything is being moved by a press that is not over yet, px of the image. */
  shift: XY | null
  /** Where the keys draw; null until one of them moves it. */
  cursor: XY | null
}

export const isChanged = ({ held, corners }: Sketch): boolean => held > 0 || corners.length > 0

/** What was undone is gone once something new is done. */
export const withStroke = (sketch: Sketch, stroke: Stroke): Sketch => ({
  ...sketch,
  strokes: [...sketch.strokes.slice(0, sketch.held), stroke],
  held: sketch.held + 1,
  corners: [],
})

/** An open outline loses its last corner first. */
export function undone(sketch: Sketch): Sketch {
  if (sketch.corners.length > 0) return { ...sketch, corners: sketch.corners.slice(0, -1) }
  return { ...sketch, held: Math.max(0, sketch.held - 1) }
}

export const redone = (sketch: Sketch): Sketch => ({
  ...sketch,
  held: Math.min(sketch.strokes.length, sketch.held + 1),
})

/** Closes an open outline of at least three corners. */
export const closed = (sketch: Sketch): Sketch =>
  sketch.corners.length < 3
    ? sketch
    : withStroke(sketch, { tool: 'outline', points: sketch.corners, alone: sketch.single })

/** Sets a corner or the place, or stamps the brush. */
export function pressedAt(sketch: Sketch, at: XY): Sketch {
  const { tool, radius } = sketch
  if (tool === 'move') return sketch
  if (tool === 'outline') return { ...sketch, corners: [...sketch.corners, at] }
  return withStroke(sketch, tool === 'place' ? { tool, at } : { tool, points: [at], radius })
}

/** Everything drawn moves as a whole. */
export const movedBy = (sketch: Sketch, by: XY): Sketch => withStroke(sketch, { tool: 'move', by })

/** The end of a press that moves everything. */
export const settled = ({ shift, ...sketch }: Sketch): Sketch =>
  shift ? movedBy({ ...sketch, shift: null }, shift) : { ...sketch, shift }

/** The place that is set, px of the image; null where none is. */
export function placeOf({ strokes, held, start, size }: Sketch, image: Size): XY | null {
  const last = strokes[held - 1]
  if (last) return last.tool === 'place' ? last.at : null
  const at = start?.indexOf(255) ?? -1
  const ratio = image.width / size.width
  const middle = (px: number) => (px + 0.5) * ratio
  return at < 0 ? null : [middle(at % size.width), middle(Math.floor(at / size.width))]
}
