/** Three planes of light, 0..1, row by row. */
export interface Colours {
  width: number
  height: number
  planes: readonly [Float32Array, Float32Array, Float32Array]
}

type Colour = readonly [red: number, green: number, blue: number]

/** Covers an ellipse with a colour; `soft` is the share of its radius over which the edge fades, `strength` 0..1. */
export function spotAt(
  { width, height, planes }: Colours,
  { x, y }: { x: number; y: number },
  { rx, ry }: { rx: number; ry: number },
  colour: Colour,
  soft: number,
  strength = 0.9,
): void {
  const reach = 1 + soft
  const top = Math.max(0, Math.floor(y - reach * ry))
  const bottom = Math.min(height - 1, Math.ceil(y + reach * ry))
  const left = Math.max(0, Math.floor(x - reach * rx))
  const right = Math.min(width - 1, Math.ceil(x + reach * rx))
  for (let py = top; py <= bottom; py++)
    for (let px = left; px <= right; px++) {
      const far = Math.hypot((px - x) / rx, (py - y) / ry)
      const t = Math.min(1, Math.max(0, (1 + soft / 2 - far) / soft))
      const cover = strength * t * t * (3 - 2 * t)
      if (cover === 0) continue
      const at = py * width + px
      for (let c = 0; c < 3; c++) {
        const plane = planes[c as 0 | 1 | 2]
        plane[at] = (plane[at] ?? 0) * (1 - cover) + colour[c as 0 | 1 | 2] * cover
      }
    }
}
