import { drawFundus, encodeJpeg, type FundusOptions } from '../phantom/index.ts'

/** Most photographs are drawn well, some as they come from a busy day. */
export const DEMO_PATIENTS: readonly (readonly FundusOptions[])[] = [
  [{}, {}],
  [{ lesions: true }, { lesions: true }],
  [{ winding: 1.8 }],
  [{}],
  [{ lesions: true }],
  [{ blur: 0.006 }],
  [{ slope: 0.5 }],
  [{ lesions: true, winding: 1.4 }],
  [{ light: 0.3 }],
  [{}],
  [{ lesions: true }],
  [{ noise: 6 }],
]

export const drawDemo = (
  seed: number,
  drawing: FundusOptions,
  marks: Pick<FundusOptions, 'eye' | 'caption'>,
): Promise<Buffer> => encodeJpeg(drawFundus(seed, { ...drawing, ...marks }).image)
