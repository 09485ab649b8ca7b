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

/** A mask with the one px in which a place lies. */
export function pixelAt(size: Size, image: Size, at: XY): Uint8Array {
  const data = new Uint8Array(size.width * size.height)
  setPlace(data, size, size.width / image.width, at)
  return data
}

function setPlace(data: Uint8Array, { width, height }: Size, ratio: number, [x, y]: XY): void {
  const px = (value: number, most: number) =>
    Math.min(most - 1, Math.max(0, Math.floor(value * ratio)))
  data.fill(0)
  data[px(y, height) * width + px(x, width)] = 255
}

/** Steps between two corners of a curve. */
const STEPS = 12

/** A smooth closed line through the corners (Catmull-Rom): few corners make a round disc. */
export function curveOf(corners: readonly XY[]): XY[] {
  const n = corners.length
  if (n < 3) return [...corners]
  const at = (index: number): XY => corners[(index + n) % n] ?? [0, 0]
  return corners.flatMap((_, index) => {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    return Array.from({ length: STEPS }, (_, step): XY => {
      const t = step / STEPS
      const along = (axis: 0 | 1) =>
        b[axis] +
        0.5 *
          t *
          (c[axis] -
            a[axis] +
            t *
              (2 * a[axis] -
                5 * b[axis] +
                4 * c[axis] -
                d[axis] +
                t * (3 * (b[axis] - c[axis]) + d[axis] - a[axis])))
      return [along(0), along(1)]
    })
  })
}

/** One byte for each px of the mask: 255 inside. */
export function pixelsOfSketch(
  sketch: Pick<Sketch, 'size' | 'start' | 'strokes' | 'held'>,
  image: Size,
): Uint8Array {
  const { size } = sketch
  const data = sketch.start?.slice() ?? new Uint8Array(size.width * size.height)
  const ratio = size.width / image.width
  for (const stroke of sketch.strokes.slice(0, sketch.held)) paint(data, size, ratio, stroke)
  return data
}

/** A stroke on the mask; `ratio`: px of the mask for one px of the image. */
function paint(data: Uint8Array, size: Size, ratio: number, stroke: Stroke): void {
  if (stroke.tool === 'clear') {
    data.fill(0)
    return
  }
  if (stroke.tool === 'move') {
    move(
      data,
      size,
      stroke.by.map((far) => Math.round(far * ratio)),
    )
    return
  }
  if (stroke.tool === 'place') {
    setPlace(data, size, ratio, stroke.at)
    return
  }
  // The middle of the first px of an image lies at a half.
  const points = stroke.points.map(([x, y]): XY => [x * ratio - 0.5, y * ratio - 0.5])
  if (stroke.tool === 'outline') {
    if (stroke.alone) data.fill(0)
    fill(data, size, curveOf(points))
    return
  }
  const value = stroke.tool === 'brush' ? 255 : 0
  for (const [index, to] of points.entries())
    stamp(data, size, points[Math.max(0, index - 1)] ?? to, to, stroke.radius * ratio, value)
}

/** Everything so many px of the mask to the right and down; what leaves it is lost. */
function move(data: Uint8Array, { width, height }: Size, [right = 0, down = 0]: number[]): void {
  const before = data.slice()
  data.fill(0)
  for (let y = Math.max(0, down); y < Math.min(height, height + down); y++) {
    const row = (y - down) * width
    const kept = before.subarray(row + Math.max(0, -right), row + Math.min(width, width - right))
    if (Math.abs(right) < width) data.set(kept, y * width + Math.max(0, right))
  }
}

/** Everything inside a closed line. */
function fill(data: Uint8Array, { width, height }: Size, line: readonly XY[]): void {
  const rows = line.map(([, y]) => y)
  const top = Math.max(0, Math.ceil(Math.min(...rows)))
  const bottom = Math.min(height - 1, Math.floor(Math.max(...rows)))
  for (let y = top; y <= bottom; y++) {
    const crossings = line
      .flatMap(([ax, ay], index) => {
        const [bx, by] = line[(index + 1) % line.length] ?? [ax, ay]
        return ay > y === by > y ? [] : [ax + ((y - ay) / (by - ay)) * (bx - ax)]
      })
      .sort((a, b) => a - b)
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const from = Math.max(0, Math.ceil(crossings[k] ?? 0))
      const to = Math.min(width, Math.floor(crossings[k + 1] ?? 0) + 1)
      if (to > from) data.fill(255, y * width + from, y * width + to)
    }
  }
}

/** Everything within a radius of the way between two places. */
function stamp(
  data: Uint8Array,
  { width, height }: Size,
  [ax, ay]: XY,
  [bx, by]: XY,
  radius: number,
  value: number,
): void {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const top = Math.max(0, Math.ceil(Math.min(ay, by) - radius))
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by) + radius))
  const left = Math.max(0, Math.ceil(Math.min(ax, bx) - radius))
  const right = Math.min(width - 1, Math.floor(Math.max(ax, bx) + radius))
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const t = length === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / length
      const near = Math.min(1, Math.max(0, t))
      if (Math.hypot(x - ax - near * dx, y - ay - near * dy) <= radius) data[y * width + x] = value
    }
}
