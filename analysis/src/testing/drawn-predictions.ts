import type { Spot } from '../geometry/circle.ts'
import { fieldMask, type Field } from '../field.ts'
import type { Predictions } from '../fundus/predictions.ts'
import type { FundusTruth } from '../phantom/index.ts'
import { paintVessels } from '../phantom/raster.ts'

/** An ellipse, px of the image. */
interface Oval {
  x: number
  y: number
  rx: number
  ry: number
}

/** The answers of perfect networks for a drawn photograph, at its own size. */
export function drawnPredictions(
  truth: FundusTruth,
  size: { width: number; height: number },
): Predictions {
  const box = { x: 0, y: 0, ...size }
  const part = <T extends Uint8Array | Float32Array>(data: T) => ({ ...size, data, box, ratio: 1 })
  const painted = (valueOf: (x: number, y: number) => number) => {
    const data = new Float32Array(size.width * size.height)
    for (let i = 0; i < data.length; i++) {
      const x = i % size.width
      if (truth.field[i]) data[i] = valueOf(x, (i - x) / size.width)
    }
    return part(data)
  }
  /** A shade of half a pixel at the edge. */
  const oval = ({ x, y, rx, ry }: Oval) =>
    painted((px, py) => {
      const far = Math.hypot((px - x) / rx, (py - y) / ry)
      return Math.min(1, Math.max(0, 0.5 + (1 - far) * Math.min(rx, ry)))
    })
  const bump = ([x, y]: Spot, sigma: number) =>
    painted((px, py) => Math.exp(-((px - x) ** 2 + (py - y) ** 2) / (2 * sigma ** 2)))
  const vessels = (kinds: readonly string[]) => {
    const some = truth.segments.filter(({ kind }) => kinds.includes(kind))
    const mask = paintVessels(some, size).truth
    return part(Float32Array.from(mask, (value, i) => (truth.field[i] ? value : 0)))
  }
  const spots = (kind: string) => {
    const some = truth.lesions.filter((lesion) => lesion.kind === kind)
    const data = new Float32Array(size.width * size.height)
    for (const { x, y, radius } of some)
      for (let py = Math.floor(y - radius); py <= y + radius; py++)
        for (let px = Math.floor(x - radius); px <= x + radius; px++)
          if (Math.hypot(px - x, py - y) <= radius) data[py * size.width + px] = 1
    return part(data)
  }
  const field: Field = {
    centre: [truth.centre[0], truth.centre[1]],
    diameter: truth.diameter,
    box,
    insideFrame: 1,
    area: truth.field.reduce((sum, inside) => sum + inside, 0),
    outline: 1,
    astray: 0,
    hidden: 0,
    chords: [],
  }
  return {
    ...size,
    field,
    vessels: {
      vessel: vessels(['artery', 'vein']),
      artery: vessels(['artery']),
      vein: vessels(['vein']),
      inside: part(fieldMask(field, size.width, size.height).data),
    },
    landmarks: { disc: oval(truth.disc), fovea: bump(truth.fovea, 0.03 * truth.diameter) },
    disc: { disc: oval(truth.disc), cup: oval(truth.cup), glare: 0, light: 1 },
    lesions: {
      microaneurysms: spots('microaneurysm'),
      haemorrhages: spots('haemorrhage'),
      hard_exudates: spots('hard_exudate'),
      soft_exudates: spots('soft_exudate'),
    },
    scars: null,
    screening: {
      ungradable: 0.02,
      lessThanGood: 0.05,
      referable: truth.lesions.length > 0 ? 0.9 : 0.05,
    },
    views: { landmarks: [], disc: [], vessels: [] },
  }
}
