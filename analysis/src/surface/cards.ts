import { z } from 'zod'
import { NetworkCard, px } from '../cards.ts'

/** The card of the network: cornea, opening of the lids, patches and dots of staining in the whole photograph. */
export const SurfaceCard = NetworkCard.extend({
  /** The cut of the probabilities. Every output is calibrated to it. */
  threshold: z.literal(0.5),
  /** `far_px`: the longer side of the smaller copy, in which cornea and lids are looked for too. */
  input: z.object({ longest_px: px, far_px: px, multiple: px }),
})

/** The labels that the network must have. */
export const LABELS = ['cornea', 'opening', 'patch', 'dots'] as const
