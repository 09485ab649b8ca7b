import { chordsOf, isWithin, type Chord } from './geometry/chords.ts'
import { agreedCircle, fitCircle, offCircle, type Circle, type Spot } from './geometry/circle.ts'
import { hiddenIn } from './hidden.ts'
import type { Box, Grey, Picture } from './image.ts'
import { resample } from './resample.ts'

/** The field of view: a circle without the parts that straight edges of mask or frame cut off. */
export interface Field {
  /** px of the image; pixel centres lie at whole numbers. */
  centre: readonly [number, number]
  diameter: number
  /** Bounding box of the visible part, whole px. */
  box: Box
  /** Straight edges that are not level; level ones are sides of the box. */
  chords: readonly Chord[]
  /** Visible share of the circle's area. */
  insideFrame: number
  /** px seen */
  area: number
  /** Share of the outline within the frame where light falls off to the dark mask. 0 without a mask. */
  outline: number
  /** The difference between the lit part and the part inside the edges, as a share of the field. It shows edges that no line fits. */
  astray: number
  /** Share of what lies inside the edges that shows nothing: dark as the mask, or of one even colour. */
  hidden: number
}

/** Whether no edge is seen, so that the picture shows a part of a field whose size is not known. */
export const isPart = ({ outline }: Pick<Field, 'outline'>): boolean => outline === 0

/** Long side of the reduced image for the search, px. */
const SEARCH_SIZE = 480
/** Levels of light above that of the mask, of 255, tried as the edge of the field. */
const STEPS = [5, 9, 14, 22, 34, 50]

/** The red channel alone decides from this share of the outline on. */
const CLEAR = 0.8

/** Whether the middle of pixel `x`, `y` lies in the field. */
export function inField(field: Field, x: number, y: number): boolean {
  const { centre, diameter, box, chords } = field
  if (x < box.x || y < box.y || x >= box.x + box.width || y >= box.y + box.height) return false
  if (!isWithin(chords, x, y)) return false
  return (x - centre[0]) ** 2 + (y - centre[1]) ** 2 <= (diameter / 2) ** 2
}

/** 1 inside the field and 0 outside, over the field's box brought to `width` x `height` px. */
export function fieldMask(field: Field, width: number, height: number): Grey<Uint8Array> {
  const { centre, diameter, box, chords } = field
  const data = new Uint8Array(width * height)
  const reach = (diameter / 2) ** 2
  for (let y = 0; y < height; y++) {
    const py = box.y + ((y + 0.5) * box.height) / height - 0.5
    const down = (py - centre[1]) ** 2
    for (let x = 0; x < width; x++) {
      const px = box.x + ((x + 0.5) * box.width) / width - 0.5
      if ((px - centre[0]) ** 2 + down > reach) continue
      if (chords.length === 0 || isWithin(chords, px, py)) data[y * width + x] = 1
    }
  }
  return { width, height, data }
}

/**
 * Finds the field of view: the circle that most of the edge between light and dark agrees on. It is
 * tried at several levels, in the red channel and in the mean of all. A picture without a dark
 * surround is all field, with `outline` 0.
 */
export function findField(picture: Picture): Field {
  const ratio = SEARCH_SIZE / Math.max(picture.width, picture.height)
  const width = Math.max(1, Math.round(picture.width * ratio))
  const height = Math.max(1, Math.round(picture.height * ratio))
  const whole = { x: 0, y: 0, width: picture.width, height: picture.height }
  const rgb = resample(picture.rgb, picture.width, 3, whole, { width, height })
  let best: Candidate | undefined
  for (const lightOf of [redOf, meanOf]) {
    if (best && best.outline > CLEAR) break
    for (const candidate of candidates({ width, height, data: lightOf(rgb) }))
      if (candidate.outline > (best?.outline ?? 0) + 0.02) best = candidate
  }
  if (!best || best.outline < 0.2) return wholeField(picture)
  const cut = cutOf(best, { width, height, rgb })
  const found = inImage(cut, picture, picture.width / width, picture.height / height)
  // In a drawing, an edge may cut off all of a circle that lies beside the picture.
  return found.area > 0 ? found : wholeField(picture)
}

/** A circle found in the reduced image, in what is lighter than `level`. */
interface Candidate {
  light: Grey
  level: number
  circle: Circle
  outline: number
}

/** The straight edges of a field: edges that are not level, or the rows and columns between which it is lit. */
interface Edges {
  chords: Chord[]
  left: number
  top: number
  right: number
  bottom: number
}

type Cut = Candidate & Edges & Pick<Field, 'astray' | 'hidden'>

function redOf(rgb: Float32Array): Float32Array {
  const red = new Float32Array(rgb.length / 3)
  for (let i = 0; i < red.length; i++) red[i] = rgb[3 * i] ?? 0
  return red
}

function meanOf(rgb: Float32Array): Float32Array {
  const mean = new Float32Array(rgb.length / 3)
  for (let i = 0; i < mean.length; i++)
    mean[i] = ((rgb[3 * i] ?? 0) + (rgb[3 * i + 1] ?? 0) + (rgb[3 * i + 2] ?? 0)) / 3
  return mean
}

function candidates(light: Grey): Candidate[] {
  const dark = darkLevel(light)
  return STEPS.flatMap((step) => candidateAt(light, dark + step) ?? [])
}

/** Light in 256 steps. Enlarging may pass both ends. */
const stepOf = (value: number) => Math.min(255, Math.max(0, Math.floor(value)))

/** The mask's own level: a low percentile of all pixels. Only the step that holds it is sorted. */
function darkLevel({ data }: Grey): number {
  const rank = Math.floor(data.length * 0.02)
  const counts = new Uint32Array(256)
  for (let i = 0; i < data.length; i++) {
    const step = stepOf(data[i] ?? 0)
    counts[step] = (counts[step] ?? 0) + 1
  }
  let [step, below] = [0, 0]
  for (; below + (counts[step] ?? 0) <= rank; step++) below += counts[step] ?? 0
  return data.filter((value) => stepOf(value) === step).sort()[rank - below] ?? 0
}

function candidateAt(light: Grey, level: number): Candidate | undefined {
  const { width, height } = light
  const long = Math.max(width, height)
  const limits = { least: 0.2 * long, most: 1.2 * long }
  const rough = agreedCircle(edgePoints(light, level), 2, limits)
  if (!rough) return undefined
  const fine = crossings(light, level, rough)
  const circle = fitCircle(fine.filter((p) => offCircle(rough, p) < 4)) ?? rough
  return { light, level, circle, outline: outlineShare(light, level, circle) }
}

function cutOf(
  candidate: Candidate,
  reduced: { width: number; height: number; rgb: Float32Array },
): Cut {
  const { light, level, circle } = candidate
  const { width, height, data } = light
  const lit = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && (data[y * width + x] ?? 0) > level
  const all = chordsOf(lit, circle, SLACK)
  const chords = all.every(isLevel) ? [] : all
  const frame = { left: 0, top: 0, right: width - 1, bottom: height - 1 }
  const cut = { chords, ...(chords.length > 0 ? frame : edges(light, level, circle)) }
  const isSeen = (x: number, y: number) => isBetween(cut, x, y)
  const hidden = hiddenIn(reduced, circle, darkLevel(light), isSeen)
  return { ...candidate, ...cut, astray: astrayOf(candidate, cut), hidden }
}

const isBetween = ({ chords, left, top, right, bottom }: Edges, x: number, y: number): boolean =>
  y > top && y < bottom && x > left && x < right && isWithin(chords, x, y)

/** Within a degree and a half along a row or a column. */
const isLevel = ({ away: [x, y] }: Chord) => Math.min(Math.abs(x), Math.abs(y)) < 0.026

/** The outermost lit pixels of every row and column, except at the frame. */
function edgePoints({ width, height, data }: Grey, level: number): Spot[] {
  const rows = outermost(data, level, { lines: height, apart: width, length: width, step: 1 })
  const columns = outermost(data, level, { lines: width, apart: 1, length: height, step: width })
  return [
    ...rows.map(({ line, at }): Spot => [at, line]),
    ...columns.map(({ line, at }): Spot => [line, at]),
  ]
}

/** Along lines `apart` from each other, in steps of `step`: the first and the last run of three lit pixels. */
function outermost(
  data: Float32Array,
  level: number,
  { lines, apart, length, step }: Record<'lines' | 'apart' | 'length' | 'step', number>,
): { line: number; at: number }[] {
  const found: { line: number; at: number }[] = []
  for (let line = 0; line < lines; line++) {
    let from = 0
    while (from < length - 2 && !threeLit(data, level, line * apart + from * step, step)) from++
    let to = length - 3
    while (to > from && !threeLit(data, level, line * apart + to * step, step)) to--
    if (to - from < length / 8) continue
    if (from > 1) found.push({ line, at: from })
    if (to + 2 < length - 2) found.push({ line, at: to + 2 })
  }
  return found
}

function threeLit(data: Float32Array, level: number, first: number, step: number): boolean {
  return (
    (data[first] ?? 0) > level &&
    (data[first + step] ?? 0) > level &&
    (data[first + 2 * step] ?? 0) > level
  )
}

const RAYS = 720

/** Sub-pixel places where light crosses half its height, along rays through the circle. */
function crossings(light: Grey, level: number, { x, y, radius }: Circle): Spot[] {
  const points: Spot[] = []
  for (let ray = 0; ray < RAYS; ray++) {
    const dx = Math.cos((2 * Math.PI * ray) / RAYS)
    const dy = Math.sin((2 * Math.PI * ray) / RAYS)
    const at = (r: number) => valueAt(light, x + r * dx, y + r * dy)
    const [inside, outside] = [at(radius - 5), at(radius + 5)]
    if (inside === undefined || outside === undefined) continue
    const half = Math.max(level, (inside + outside) / 2)
    let before = outside
    for (let r = radius + 4.5; r > radius - 5; r -= 0.5) {
      const now = at(r) ?? 0
      if (before <= half && now > half) {
        const edge = r + (0.5 * (now - half)) / (now - before)
        points.push([x + edge * dx, y + edge * dy])
        break
      }
      before = now
    }
  }
  return points
}

/** Bilinear; undefined outside the frame. */
function valueAt({ width, height, data }: Grey, x: number, y: number): number | undefined {
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  if (x0 < 0 || y0 < 0 || x0 + 1 >= width || y0 + 1 >= height) return undefined
  const at = y0 * width + x0
  const [top, low] = [data[at] ?? 0, data[at + width] ?? 0]
  const above = top + (x - x0) * ((data[at + 1] ?? 0) - top)
  const below = low + (x - x0) * ((data[at + width + 1] ?? 0) - low)
  return above + (y - y0) * (below - above)
}

/**
 * The share of rays that go from light into dark, of those that leave the circle within the frame.
 */
function outlineShare(light: Grey, level: number, { x, y, radius }: Circle): number {
  let within = 0
  let visible = 0
  for (let ray = 0; ray < RAYS; ray++) {
    const dx = Math.cos((2 * Math.PI * ray) / RAYS)
    const dy = Math.sin((2 * Math.PI * ray) / RAYS)
    const outside = valueAt(light, x + (radius + 4) * dx, y + (radius + 4) * dy)
    const inside = valueAt(light, x + (radius - 4) * dx, y + (radius - 4) * dy)
    if (outside === undefined || inside === undefined) continue
    within++
    if (inside > level && outside < level && inside > 1.5 * outside) visible++
  }
  return within < RAYS / 36 ? 0 : visible / within
}

/** Rows and columns between which the circle is lit. Cameras cut the circle straight above, below or at the sides. */
function edges({ width, height, data }: Grey, level: number, { x, y, radius }: Circle) {
  const share = (fixed: number, across: boolean) => {
    const half = Math.sqrt(Math.max(0, radius ** 2 - (fixed - (across ? y : x)) ** 2))
    const [middle, limit] = across ? [x, width] : [y, height]
    const from = Math.max(0, Math.ceil(middle - half))
    const to = Math.min(limit - 1, Math.floor(middle + half))
    let lit = 0
    for (let i = from; i <= to; i++)
      if ((data[across ? fixed * width + i : i * width + fixed] ?? 0) > level) lit++
    return to < from ? 0 : lit / (to - from + 1)
  }
  const first = (middle: number, limit: number, across: boolean) => {
    let from = Math.max(0, Math.ceil(middle - radius))
    while (from < middle && share(from, across) < 0.4) from++
    let to = Math.min(limit - 1, Math.floor(middle + radius))
    while (to > middle && share(to, across) < 0.4) to--
    return [from, to] as const
  }
  const [top, bottom] = first(y, height, true)
  const [left, right] = first(x, width, false)
  return { left, top, right, bottom }
}

function astrayOf({ light, level, circle }: Candidate, cut: Edges): number {
  const { width, height, data } = light
  const { x, y, radius } = circle
  let visible = 0
  let differ = 0
  const inner = (radius - SLACK) ** 2
  for (let row = Math.max(0, Math.ceil(y - radius)); row < Math.min(height, y + radius); row++)
    for (let at = Math.max(0, Math.ceil(x - radius)); at < Math.min(width, x + radius); at++) {
      if ((at - x) ** 2 + (row - y) ** 2 > inner) continue
      if (isAtEdge(cut, at, row)) continue
      const inside = isBetween(cut, at, row)
      visible += Number(inside)
      differ += Number((data[row * width + at] ?? 0) > level !== inside)
    }
  return visible > 0 ? differ / visible : 0
}

function isAtEdge({ chords, left, top, right, bottom }: Edges, x: number, y: number): boolean {
  const across = Math.min(Math.abs(left - x), Math.abs(right - x))
  const down = Math.min(Math.abs(top - y), Math.abs(bottom - y))
  if (Math.min(across, down) <= SLACK) return true
  for (const { away, reach } of chords)
    if (Math.abs(away[0] * x + away[1] * y - reach) <= SLACK) return true
  return false
}

/** Cuts closer than this to the edge of the circle, px of the reduced image, are the circle itself. */
const SLACK = 2

function inImage(
  { circle, chords: lines, outline, astray, hidden, ...cut }: Cut,
  picture: Picture,
  sx: number,
  sy: number,
): Field {
  const radius = (circle.radius * (sx + sy)) / 2
  const cx = (circle.x + 0.5) * sx - 0.5
  const cy = (circle.y + 0.5) * sy - 0.5
  const side = (at: number, round: number, scale: number, limit: number, sign: 1 | -1) => {
    const rounded = sign > 0 ? Math.ceil(round) : Math.floor(round) + 1
    const straight = Math.abs((at + 0.5) * scale - 0.5 - round) > SLACK * scale
    const edge = straight ? Math.round((sign > 0 ? at : at + 1) * scale) : rounded
    return Math.min(limit, Math.max(0, edge))
  }
  const x = side(cut.left, cx - radius, sx, picture.width, 1)
  const y = side(cut.top, cy - radius, sy, picture.height, 1)
  const right = side(cut.right, cx + radius, sx, picture.width, -1)
  const bottom = side(cut.bottom, cy + radius, sy, picture.height, -1)
  const box = { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) }
  const scale = (sx + sy) / 2
  const chords = lines.map(({ away, reach }) => ({
    away,
    reach: scale * reach + ((scale - 1) / 2) * (away[0] + away[1]),
  }))
  const seen = { outline, astray, hidden }
  return measured({ centre: [cx, cy], diameter: 2 * radius, box, chords, ...seen })
}

/** A picture in which no edge of the field is seen: all of it is retina, and what lies beyond is not known. */
export function wholeField({ width, height }: Picture): Field {
  return measured({
    centre: [(width - 1) / 2, (height - 1) / 2],
    diameter: Math.hypot(width, height) + 1,
    box: { x: 0, y: 0, width, height },
    chords: [],
    outline: 0,
    astray: 0,
    hidden: 0,
  })
}

/** Shrinks the box to the visible part and counts its pixels. */
function measured(whole: Omit<Field, 'area' | 'insideFrame'>): Field {
  const { centre, diameter, box, chords } = whole
  let area = 0
  const visible = { left: Infinity, top: Infinity, right: 0, bottom: 0 }
  for (let y = box.y; y < box.y + box.height; y++) {
    const half = Math.sqrt(Math.max(0, (diameter / 2) ** 2 - (y - centre[1]) ** 2))
    let from = Math.max(box.x, centre[0] - half)
    let to = Math.min(box.x + box.width - 1, centre[0] + half)
    for (const { away, reach } of chords) {
      const at = (reach - away[1] * y) / away[0]
      if (away[0] > 0) to = Math.min(to, at)
      else if (away[0] < 0) from = Math.max(from, at)
      else if (away[1] * y > reach) to = -1
    }
    const [first, last] = [Math.ceil(from), Math.floor(to)]
    if (last < first) continue
    area += last - first + 1
    visible.left = Math.min(visible.left, first)
    visible.right = Math.max(visible.right, last)
    visible.top = Math.min(visible.top, y)
    visible.bottom = y
  }
  const field = { ...whole, area, insideFrame: Math.min(1, area / (Math.PI * (diameter / 2) ** 2)) }
  if (chords.length === 0) return field
  const { left, top } = visible
  const size = { width: visible.right - left + 1, height: visible.bottom - top + 1 }
  return { ...field, box: { x: left, y: top, ...size } }
}
