import { z } from 'zod'
import { NetworkCard, px } from '../cards.ts'

/** The card of the network: large vessels, all vessels and the avascular zone of a whole scan. */
export const OctaCard = NetworkCard.extend({
  /** The cut of the probabilities. Every output is calibrated to it. */
  threshold: z.literal(0.5),
  /** `size_px`: the side of the scan at the scale of the network, by its breadth in mm. */
  input: z.object({ size_px: z.object({ 3: px, 6: px }), multiple: px }),
})

/** The labels that the network must have. */
export const LABELS = ['large_vessel', 'vessel', 'zone'] as const
