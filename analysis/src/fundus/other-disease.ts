import { OTHER_KINDS, type FundusFindings, type OtherDisease } from '@mingmou/contract'
import type { Crop } from '../crop.ts'
import type { PartMap } from '../geometry/part.ts'
import { answersIn } from '../networks/inference.ts'
import type { Models } from './models.ts'
import { FOUR, outputsOf, type Sources } from './predict.ts'

/** As it is, and mirrored. */
const VIEWS = FOUR.slice(0, 2)

/** px of the network's input for one px of its map of scars. */
const CELL = 8

/** What a photograph shows beside diabetic retinopathy, and the map of laser scars where they are suspected. */
export interface Beside {
  told: OtherDisease
  scars: PartMap | null
}

/**
 * What a photograph shows beside diabetic retinopathy, by the network that sees it as a whole and the cuts of its card. A
 * kind is named where the card has a cut for it. One that is sure enough to be named makes the photograph suspected too.
 */
export async function predictOtherDisease(
  { other_disease: network }: Pick<Models, 'other_disease'>,
  sources: Sources,
): Promise<Beside> {
  const { cuts, input } = network.card
  const { crop, outputs } = await outputsOf(network, sources, VIEWS)
  const chance = answersIn(outputs)
  const kinds = OTHER_KINDS.filter((kind) => {
    const cut = cuts.kinds[kind]
    return cut !== undefined && chance(kind) >= cut
  })
  const suspected = chance('other') >= cuts.other || kinds.length > 0
  const scars = chance('laser') >= cuts.scars
  const drawn = outputs[0]?.['scars']
  return {
    told: { suspected, kinds, scars },
    scars: scars && drawn ? cellsOf(drawn, crop, input.size_px / CELL) : null,
  }
}

/** The cells of a network's map that its crop reaches, `side` of them in a row. The last ones lie partly beside it. */
function cellsOf(drawn: Float32Array, { box, ratio, ...crop }: Crop, side: number): PartMap {
  const [width, height] = [Math.ceil(crop.width / CELL), Math.ceil(crop.height / CELL)]
  const data = new Float32Array(width * height)
  for (let y = 0; y < height; y++) data.set(drawn.subarray(y * side, y * side + width), y * width)
  const reach = { width: (width * CELL) / ratio, height: (height * CELL) / ratio }
  return { box: { ...box, ...reach }, ratio: ratio / CELL, width, height, data }
}

/** Findings with what the photograph shows beside diabetic retinopathy, or why that was not looked for. */
export function withOtherDisease<Found extends Pick<FundusFindings, 'not_measured'>>(
  measured: Found,
  other_disease: OtherDisease | null,
) {
  if (other_disease) return { ...measured, other_disease }
  const lacking = measured.not_measured['dr_grade'] ?? ('field_cut' as const)
  const not_measured = { ...measured.not_measured, other_disease: lacking }
  return { ...measured, other_disease, not_measured }
}
