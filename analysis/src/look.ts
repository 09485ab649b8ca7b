import type { Crop } from './crop.ts'
import type { PartMap } from './fundus/seen.ts'
import type { Network } from './models.ts'

/** A photograph as it is shown to a network once more: turned, mirrored, lighter or darker. */
export interface View {
  mirrored: boolean
  quarters: 0 | 1 | 2 | 3
  /** What every channel is multiplied by. */
  light: number
}

export const PLAIN: View = { mirrored: false, quarters: 0, light: 1 }

/** What a network makes of a crop: for each label the mean over the views, and every single one if there are several. */
export interface Looked {
  mean: Record<string, PartMap>
  views: Record<string, PartMap>[]
}

/** Shows a crop to a network whose output has the crop's shape. `multiple`: what the sides of its input are multiples of. */
export async function look(
  network: Network,
  crop: Crop,
  multiple: number,
  views: readonly View[],
): Promise<Looked> {
  const seen: Record<string, PartMap>[] = []
  for (const view of views) {
    const frame = frameOf(view, crop, (side) => Math.ceil(side / multiple) * multiple)
    const output = await show(network, crop, view, frame)
    const maps = Object.entries(output).map(([label, data]) => {
      return [label, placed(crop, broughtBack(data, frame))] as const
    })
    seen.push(Object.fromEntries(maps))
  }
  const [first, ...others] = seen
  if (!first || others.length === 0) return { mean: first ?? {}, views: [] }
  return { mean: meanOf(first, others), views: seen }
}

/** Shows a crop to a network of one fixed input size that answers for the photograph as a whole. */
export async function lookAtAll(
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
  ...{ box, ratio, width, height, data },
})

/** Where every pixel of the crop lies in the network's input, which is padded at the right and below. */
interface Frame {
  at: Int32Array
  width: number
  height: number
}

function broughtBack(data: Float32Array, { at }: Frame): Float32Array {
  const back = new Float32Array(at.length)
  for (let i = 0; i < back.length; i++) back[i] = data[at[i] ?? 0] ?? 0
  return back
}

function frameOf(
  { mirrored, quarters }: View,
  { width, height }: Crop,
  padded: (side: number) => number,
): Frame {
  const lies = quarters % 2 === 1
  const frame = { width: padded(lies ? height : width), height: padded(lies ? width : height) }
  const at = new Int32Array(width * height)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const across = mirrored ? width - 1 - x : x
      if (quarters === 0) at[i] = y * frame.width + across
      else if (quarters === 1) at[i] = across * frame.width + height - 1 - y
      else if (quarters === 2) at[i] = (height - 1 - y) * frame.width + width - 1 - across
      else at[i] = (width - 1 - across) * frame.width + y
    }
  return { ...frame, at }
}

function show(network: Network, crop: Crop, { light }: View, { at, width, height }: Frame) {
  const plane = width * height
  const image = new Float32Array(3 * plane)
  const field = new Float32Array(plane)
  for (let c = 0; c < 3; c++)
    laidOut(
      crop.rgb.subarray(c * at.length, (c + 1) * at.length),
      at,
      image.subarray(c * plane, (c + 1) * plane),
      light,
    )
  laidOut(crop.inside.data, at, field, 1)
  return network.run(image, field, width, height)
}

function laidOut(
  from: Float32Array | Uint8Array,
  at: Int32Array,
  to: Float32Array,
  light: number,
): void {
  for (let i = 0; i < at.length; i++) to[at[i] ?? 0] = Math.min(1, light * (from[i] ?? 0))
}

function meanOf(first: Record<string, PartMap>, others: readonly Record<string, PartMap>[]) {
  const means = Object.entries(first).map(([label, map]) => {
    const data = new Float32Array(map.data)
    for (const other of others) {
      const more = other[label]?.data
      for (let i = 0; i < data.length; i++) data[i] = (data[i] ?? 0) + (more?.[i] ?? 0)
    }
    for (let i = 0; i < data.length; i++) data[i] = (data[i] ?? 0) / (1 + others.length)
    return [label, { ...map, data }] as const
  })
  return Object.fromEntries(means)
}
