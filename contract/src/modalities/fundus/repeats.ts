import type { CountSpread } from '../../findings/figure-table.ts'

/**
 * How far counts and chances of photographs of one eye differ, and the cuts that decide a stage: those of
 * `models/fundus/measures/card.json` and `models/fundus/grading/card.json`, where their reasons stand.
 * `analysis/fit/fundus/counts.ts` measures them, and a test holds both alike.
 */
export const REPEATS = {
  counts: {
    microaneurysms: { few: 0.54, many: 0.08 },
    haemorrhages: { few: 0.53, many: 0.03 },
    hard_exudates: { few: 0.53, many: 0.07 },
    soft_exudates: { few: 0.3, many: 0.02 },
  } satisfies Record<string, CountSpread>,
  uncounted: {
    microaneurysms: { few: 0.48, many: 0.2 },
    haemorrhages: { few: 1.02, many: 0.24 },
    hard_exudates: { few: 0.72, many: 0.09 },
    soft_exudates: { few: 0.32, many: 0.45 },
  } satisfies Record<string, CountSpread>,
  /** So near its cut, in log odds, the chance of more than one of five repeats lies on the other side. */
  near: { mild: 0.54, referable: 0.52, severe: 0.33 },
  cuts: { low: 0.13, high: 0.6, severe: 0.55 },
  many_haemorrhages: 20,
} as const
