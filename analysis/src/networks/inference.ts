import type { Crop } from '../crop.ts'
import type { PartMap } from '../geometry/part.ts'
import type { Network } from './models.ts'
import type { Output, Showing, View } from './view.ts'

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
  const outputs = await network.show(showing(crop, { multiple }), views)
  const { box, ratio, width, height } = crop
  const answers = outputs.map((output) => {
    const maps = Object.entries(output).map(([label, data]) => {
      return [label, { box, ratio, width, height, data }] as const
    })
    return Object.fromEntries(maps)
  })
  const [first, ...others] = answers
  if (!first || others.length === 0) return { mean: first ?? {}, views: [] }
  return { mean: meanOf(first, others), views: answers }
}

/** Shows a crop to a network of one input size that answers for the whole photograph: its outputs for each view. */
export const inferWhole = (
  network: Network,
  crop: Crop,
  size: number,
  views: readonly View[],
): Promise<Output[]> => network.show(showing(crop, { size }), views)

function showing({ width, height, rgb, inside }: Crop, sides: Showing['sides']): Showing {
  return { width, height, rgb, inside: inside.data, sides }
}

/** The answers for a photograph: the mean over the views for each label. */
export const answersIn =
  (outputs: readonly Output[]) =>
  (label: string): number =>
    outputs.reduce((sum, output) => sum + (output[label]?.[0] ?? 0), 0) / outputs.length

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
