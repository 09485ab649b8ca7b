import { z } from 'zod'

/** Of the watch over what each device brings, week by week. */
export const DRIFT = {
  /** The first photographs of a device, by the networks of then: what later weeks are compared with. */
  baseline: 500,
  /** A week with fewer is joined by later weeks. Wilson's interval of 20 cases may be 40 points wide. */
  least: { photographs: 50, sittings: 20 },
  /** So many weeks join at most: longer ago is not now. */
  joined: 12,
  /** A look leaves the band where chance makes it more seldom than this, and it is large enough to matter. */
  chance: 0.005,
  index: 0.2,
  share: 0.05,
  /** One odd week is no drift: how many looks in a row are. */
  looks: 2,
  /** The photographs that show it most. */
  shown: 10,
  /** Older photographs that are brought say nothing of the camera of today. */
  takenDays: 30,
  noteChars: 500,
} as const

export const DRIFT_MEASURES = ['quality', 'untold', 'score', 'referable', 'agreement'] as const
export type DriftMeasure = (typeof DRIFT_MEASURES)[number]

/** What a look at a measure says. */
export const DriftLook = z.object({
  measure: z.enum(DRIFT_MEASURES),
  /** `few`: too few to say, of the weeks or of the baseline. */
  state: z.enum(['within', 'out', 'few']),
  /** Photographs, of `agreement` those in signed reports. */
  n: z.int(),
  /** The weeks that were joined, this one among them. */
  weeks: z.int(),
  /** Medians of quality and score, otherwise shares; null of none. */
  base: z.number().nullable(),
  now: z.number().nullable(),
  /** The population stability index; null of shares. */
  index: z.number().nullable(),
  /** How seldom chance makes it so; null of too few. */
  chance: z.number().nullable(),
})
export type DriftLook = z.infer<typeof DriftLook>
