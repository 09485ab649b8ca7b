import { OTHER_KINDS, type FundusFindings, type OtherDisease } from '@mingmou/contract'
import type { Models } from './models.ts'
import { answersOf, FOUR, type Sources } from './predict.ts'

/** As it is, and mirrored. */
const VIEWS = FOUR.slice(0, 2)

/**
 * What a photograph shows beside diabetic retinopathy, by the network that sees it as a whole and the cuts of its card. A
 * kind is named where the card has a cut for it. One that is sure enough to be named makes the photograph suspected too.
 */
export async function predictOtherDisease(
  { other_disease: network }: Pick<Models, 'other_disease'>,
  sources: Sources,
): Promise<OtherDisease> {
  const { cuts } = network.card
  const chance = await answersOf(network, sources, VIEWS)
  const kinds = OTHER_KINDS.filter((kind) => {
    const cut = cuts.kinds[kind]
    return cut !== undefined && chance(kind) >= cut
  })
  const suspected = chance('other') >= cuts.other || kinds.length > 0
  return { suspected, kinds, scars: chance('laser') >= cuts.scars }
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
