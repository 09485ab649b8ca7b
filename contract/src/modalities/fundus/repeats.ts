import type { CountSpread } from '../../findings/figure-table.ts'

/**
 * How far counts and chances of photographs of one eye differ, and the cuts that decide a stage: those of
 * `models/fundus/measures/card.json` and `models/fundus/grading/card.json`, where their reasons stand.
 * `analysis/fit/fundus/counts.ts` measures them, and a test holds both alike.
 */
export const REPEATS = {
  counts: {
    microaneurysms: { few: 0.66, many: 0.05 },
    haemorrhages: { few: 0.46, many: 0.03 },
    hard_exudates: { few: 0.37, many: 0.09 },
    soft_exudates: { few: 0.43, many: 0.03 },
  } satisfies Record<string, CountSpread>,
  uncounted: {
    microaneurysms: { few: 0.57, many: 0.11 },
    haemorrhages: { few: 0.71, many: 0.23 },
    hard_exudates: { few: 0.6, many: 0.09 },
    soft_exudates: { few: 0.33, many: 0.48 },
  } satisfies Record<string, CountSpread>,
  /** So near its cut, in log odds, the chance of more than one of five repeats lies on the other side. */
  near: { mild: 0.36, referable: 0.46, severe: 0.29 },
  cuts: { low: 0.13, high: 0.6, severe: 0.55 },
  many_haemorrhages: 20,
} as const
