import { drawFundus, encodeJpeg, type FundusOptions } from '../phantom/index.ts'
import type { DemoSitting } from '../analyser.ts'

/**
 * How the photographs of the first patients are drawn. The first case is clear; some look like
 * those of a busy day.
 */
export const DEMO_PATIENTS: readonly (readonly DemoSitting<FundusOptions>[])[] = [
  [{ seed: 170, daysAgo: 0, drawing: { lesions: true } }],
  [
    { seed: 200, daysAgo: 183, drawing: { lesions: true } },
    { seed: 210, daysAgo: 3, drawing: { lesions: true } },
  ],
  [
    { seed: 100, daysAgo: 186, drawing: {} },
    { seed: 110, daysAgo: 6, drawing: {} },
  ],
  [{ seed: 300, daysAgo: 9, drawing: { winding: 1.8 } }],
  [{ seed: 600, daysAgo: 12, drawing: { blur: 0.006 } }],
]

/** Px enough for microaneurysms, so that a healthy eye can be told healthy. */
const WIDTH = 1400

export const drawDemo = (
  seed: number,
  drawing: FundusOptions,
  marks: Pick<FundusOptions, 'eye' | 'caption'>,
): Promise<Buffer> => encodeJpeg(drawFundus(seed, { width: WIDTH, ...drawing, ...marks }).image)
