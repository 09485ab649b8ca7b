import type { DemoSitting } from '../analyser.ts'
import { writeCaption } from '../phantom/caption.ts'
import { encodeJpeg } from '../phantom/index.ts'
import { drawOcta, type OctaOptions } from '../phantom/octa.ts'

/** How the scans of the first patients are drawn: a patient with a patch without capillaries, and a healthy one. */
export const DEMO_PATIENTS: readonly (readonly DemoSitting<OctaOptions>[])[] = [
  [{ seed: 1170, daysAgo: 0, drawing: { zone: 0.34, gaps: [[0.75, 0.7, 0.24]] } }],
  [
    { seed: 1200, daysAgo: 183, drawing: {} },
    { seed: 1210, daysAgo: 3, drawing: { zone: 0.3 } },
  ],
]

export function drawDemo(seed: number, drawing: OctaOptions, { caption }: { caption: string }) {
  const { image } = drawOcta(seed, drawing)
  writeCaption(image, caption)
  return encodeJpeg(image)
}
