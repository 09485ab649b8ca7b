import { blurred, quantile } from '../filters.ts'
import type { Grey, Picture } from '../image.ts'
import { wholeCrop, type Crop } from '../crop.ts'
import { CUT } from '../geometry/part.ts'

/** Features for quality and for 'is it a fluorescein photograph'. None depends on the size of the image. */
export interface Features {
  /** Longer side of the image, px. */
  side: number
  /** Mean light of what is lit, and the shares of the picture below 0.02 and above 0.98. */
  brightness: number
  underexposed: number
  overexposed: number
  /** Spread of the light over its mean. */
  contrast: number
  /** Mean blue and green less red, of what is lit, over its light: blue light and dye send hardly any red. */
  cold: number
  /** Edges between 1/600 and 1/300 of the side over those between 1/300 and 1/75, 99.5th percentile of each. */
  sharpness: number
}

/** px to which the longer side is brought. */
const SIDE = 512
/** Brightest channel from which a pixel is lit. */
const LIT = 0.1

/** `cold` of the features, without the others. */
export const coldOf = (picture: Picture): number => coldIn(wholeCrop(picture, SIDE))

function coldIn({ rgb, width, height }: Pick<Crop, 'rgb' | 'width' | 'height'>): number {
  const n = width * height
  let [cold, top] = [0, 0]
  for (let at = 0; at < n; at++) {
    const [r, g, b] = [rgb[at] ?? 0, rgb[n + at] ?? 0, rgb[2 * n + at] ?? 0]
    const most = Math.max(r, g, b)
    if (most < LIT) continue
    top += most
    cold += Math.max(g, b) - r
  }
  return cold / Math.max(1e-6, top)
}

/** Measures the features of a whole picture. */
export function featuresOf(picture: Picture): Features {
  const { rgb, width, height } = wholeCrop(picture, SIDE)
  const n = width * height
  const light: Grey = { width, height, data: new Float32Array(n) }
  let [lit, under, over, bright] = [0, 0, 0, 0]
  for (let at = 0; at < n; at++) {
    const [r, g, b] = [rgb[at] ?? 0, rgb[n + at] ?? 0, rgb[2 * n + at] ?? 0]
    light.data[at] = (r + g + b) / 3
    const most = Math.max(r, g, b)
    if (most < 0.02) under++
    if (Math.min(r, g, b) > 0.98) over++
    if (most < LIT) continue
    lit++
    bright += light.data[at] ?? 0
  }
  const mean = light.data.reduce((sum, value) => sum + value, 0) / n
  const squares = light.data.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const [fine, middle, coarse] = [SIDE / 600, SIDE / 300, SIDE / 75].map((px) => blurred(light, px))
  return {
    side: Math.max(picture.width, picture.height),
    brightness: bright / Math.max(1, lit),
    underexposed: under / n,
    overexposed: over / n,
    contrast: Math.sqrt(squares / n) / Math.max(0.01, mean),
    cold: coldIn({ rgb, width, height }),
    sharpness: edges(fine, middle) / Math.max(1e-4, edges(middle, coarse)),
  }
}

/** Smoothing of the colours, px of the map: noise glows. */
const SOFT = 2

/** The colours of a photograph at the scale of the network, smoothed. */
const softOf = ({ rgb, width, height }: Crop) =>
  [0, 1, 2].map((c) => {
    const n = width * height
    return blurred({ width, height, data: rgb.subarray(c * n, (c + 1) * n) }, SOFT).data
  })

/** At each place that `is` names: the brightest channel, and green less blue over it. */
function glows(crop: Crop, is: (at: number) => boolean): { light: number; glow: number }[] {
  const [red, green, blue] = softOf(crop)
  return Array.from({ length: crop.width * crop.height }, (_, at) => at)
    .filter(is)
    .map((at) => {
      const [r, g, b] = [red?.[at] ?? 0, green?.[at] ?? 0, blue?.[at] ?? 0]
      const light = Math.max(r, g, b)
      return { light, glow: light > 0 ? (g - b) / light : -1 }
    })
}

/**
 * Green less blue over the brightest channel between the lids, where dye glows most: the 95th percentile. Tears that hold
 * dye glow green in every stained eye, and nothing does without dye. -1 where nothing is lit.
 */
export function glowOf(crop: Crop, opening: Grey): number {
  const lit = glows(crop, (at) => (opening.data[at] ?? 0) >= CUT).filter(
    ({ light }) => light >= LIT,
  )
  if (lit.length === 0) return -1
  return quantile(Float32Array.from(lit, ({ glow }) => glow).sort(), 0.95)
}

/** Of the places that `is` names, the share that is at least so bright and glows more than that. */
export function glowingShare(
  crop: Crop,
  is: (at: number) => boolean,
  least: { light: number; glow: number },
): number {
  const all = glows(crop, is)
  const dyed = all.filter(({ light, glow }) => light >= least.light && glow > least.glow)
  return all.length === 0 ? 0 : dyed.length / all.length
}

function edges(fine: Grey | undefined, coarse: Grey | undefined): number {
  if (!fine || !coarse) return 0
  const apart = fine.data.map((value, at) => Math.abs(value - (coarse.data[at] ?? 0)))
  return quantile(apart.sort(), 0.995)
}
