import type { Crop } from './crop.ts'
import type { PartMap } from './geometry/part.ts'
import type { Network } from './models.ts'

/** One view of a photograph for a network: turned, mirrored, lighter or darker. */
export interface View {
  mirrored: boolean
  quarters: 0 | 1 | 2 | 3
  /** Every channel is multiplied by this. */
  light: number
}

export const PLAIN: View = { mirrored: false, quarters: 0, light: 1 }

/** The answer of a network for a crop: the mean over the views for each label, and the single views if there are several. */
export interface Inferred {
  mean: Record<string, PartMap>
  views: Record<string, PartMap>[]
}

/** Shows a crop to a network whose output has the crop's shape. The sides of its input are multiples of `multiple`. */
export async function inferMaps(
  network: Network,
  crop: Crop,
  multiple: number,
  views: readonly View[],
): Promise<Inferred> {
  const answers: Record<string, PartMap>[] = []
  for (const view of views) {
    const frame = frameOf(view, crop, (side) => Math.ceil(side / multiple) * multiple)
    const output = await show(network, crop, view, frame)
    const maps = Object.entries(output).map(([label, data]) => {
      return [label, placed(crop, broughtBack(data, crop, frame))] as const
    })
    answers.push(Object.fromEntries(maps))
  }
  const [first, ...others] = answers
  if (!first || others.length === 0) return { mean: first ?? {}, views: [] }
  return { mean: meanOf(first, others), views: answers }
}

/** Shows a crop to a network of one input size that answers for the whole photograph. */
export async function inferAnswers(
  network: Network,
  crop: Crop,
  size: number,
  views: readonly View[],
): Promise<Record<string, number>[]> {
  const answers: Record<string, number>[] = []
  for (const view of views) {
    const output = await show(
      network,
      crop,
      view,
      frameOf(view, crop, () => size),
    )
    answers.push(
      Object.fromEntries(Object.entries(output).map(([label, [value]]) => [label, value ?? 0])),
    )
  }
  return answers
}

const placed = ({ box, ratio, width, height }: Crop, data: Float32Array): PartMap => ({
  box,
  ratio,
  width,
  height,
  data,
})

/**
 * The place of the crop in the network's input, which is padded at the right and below. It is the
 * first pixel, and the steps to the next pixel along a row and down a column.
 */
interface Frame {
  width: number
  height: number
  first: number
  right: number
  down: number
}

function frameOf(
  { mirrored, quarters }: View,
  crop: { width: number; height: number },
  padded: (side: number) => number,
): Frame {
  const lies = quarters % 2 === 1
  const width = padded(lies ? crop.height : crop.width)
  const height = padded(lies ? crop.width : crop.height)
  const [lastColumn, lastRow] = [crop.width - 1, crop.height - 1]
  const turned = [
    { first: 0, right: 1, down: width },
    { first: lastRow, right: width, down: -1 },
    { first: lastRow * width + lastColumn, right: -1, down: -width },
    { first: lastColumn * width, right: -width, down: 1 },
  ] as const
  const { first, right, down } = turned[quarters]
  return mirrored
    ? { width, height, first: first + lastColumn * right, right: -right, down }
    : { width, height, first, right, down }
}

function show(network: Network, crop: Crop, { light }: View, frame: Frame) {
  const { rgb, inside } = crop
  const plane = frame.width * frame.height
  const channels = rgb.length / inside.data.length
  const image = new Float32Array(channels * plane)
  const field = new Float32Array(plane)
  for (let c = 0; c < channels; c++) {
    const from = rgb.subarray(c * inside.data.length, (c + 1) * inside.data.length)
    layOut(from, crop, image.subarray(c * plane, (c + 1) * plane), frame, light)
  }
  layOut(new Float32Array(inside.data), crop, field, frame, 1)
  return network.run(image, field, frame.width, frame.height)
}

function layOut(
  from: Float32Array,
  { width, height }: Crop,
  to: Float32Array,
  { first, right, down }: Frame,
  light: number,
): void {
  // An unturned row is copied whole.
  const plain = right === 1 && light === 1
  for (let y = 0, i = 0; y < height; y++)
    if (plain) to.set(from.subarray(y * width, (y + 1) * width), first + y * down)
    else
      for (let x = 0, at = first + y * down; x < width; x++, at += right, i++) {
        const value = light * (from[i] ?? 0)
        to[at] = value > 1 ? 1 : value
      }
}

function broughtBack(
  data: Float32Array,
  { width, height }: Crop,
  { first, right, down }: Frame,
): Float32Array {
  const back = new Float32Array(width * height)
  for (let y = 0, i = 0; y < height; y++)
    if (right === 1) back.set(data.subarray(first + y * down, first + y * down + width), y * width)
    else
      for (let x = 0, at = first + y * down; x < width; x++, at += right, i++)
        back[i] = data[at] ?? 0
  return back
}

const EMPTY = new Float32Array()

function addTo(sum: Float32Array, more: Float32Array): void {
  for (let i = 0; i < more.length; i++) sum[i] = (sum[i] ?? 0) + (more[i] ?? 0)
}

function meanOf(first: Record<string, PartMap>, others: readonly Record<string, PartMap>[]) {
  const means = Object.entries(first).map(([label, map]) => {
    const data = new Float32Array(map.data)
    for (const other of others) addTo(data, other[label]?.data ?? EMPTY)
    for (let i = 0; i < data.length; i++) data[i] = (data[i] ?? 0) / (1 + others.length)
    return [label, { ...map, data }] as const
  })
  return Object.fromEntries(means)
}
