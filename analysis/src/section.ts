import type { Box, Picture } from './image.ts'

/** The picture with black in the place of all that lies outside a part. Places in it stay what they are. */
export function onlyPart({ width, height, rgb }: Picture, box: Box): Picture {
  const out = new Uint8Array(rgb.length)
  const right = Math.min(width, box.x + box.width)
  for (let y = box.y; y < Math.min(height, box.y + box.height); y++) {
    const from = 3 * (y * width + box.x)
    out.set(rgb.subarray(from, 3 * (y * width + right)), from)
  }
  return { width, height, rgb: out }
}
