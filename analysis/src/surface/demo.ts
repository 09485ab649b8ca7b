import type { Eye } from '@mingmou/contract'
import type { DemoSitting } from '../analyser.ts'
import { encodeJpeg } from '../phantom/index.ts'
import { drawSurface, type SurfaceOptions } from '../phantom/surface.ts'

/** How the photographs of the first patients are drawn: dots that become fewer, and a patch. */
export const DEMO_PATIENTS: readonly (readonly DemoSitting<SurfaceOptions>[])[] = [
  [
    { seed: 3310, daysAgo: 92, drawing: { staining: 'macro' } },
    { seed: 3320, daysAgo: 1, drawing: { staining: 'micro' } },
  ],
  [{ seed: 3330, daysAgo: 5, drawing: { staining: 'patch' } }],
]

export const drawDemo = (
  seed: number,
  drawing: SurfaceOptions,
  marks: { eye: Eye; caption: string },
) => encodeJpeg(drawSurface(seed, { width: 960, ...drawing, ...marks }).image)
