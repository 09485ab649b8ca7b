import type { Grey } from '../image.ts'
import type { PartMap } from '../geometry/part.ts'
import type { VesselMaps } from './predictions.ts'

/** How far the cut of the vessels rises where they are broad for the field: a narrow angle of view. */
export interface CutRule {
  /** Calibre added by the blur of every further px that one px of the file is enlarged to. */
  blur: number
  /** Calibres, mean width over the field's diameter, between which the shift grows from 0 to the whole. */
  from: number
  to: number
  /** The whole shift, as a logit. */
  shift: number
}

/**
 * Mean width of what a map of probabilities shows, px of the map: twice the area over the length of
 * the outline, both over all levels. 0 where nothing is shown.
 */
export function meanWidth({ width, height, data }: Grey): number {
  let [area, outline] = [0, 0]
  for (let y = 1; y < height - 1; y++)
    for (let x = 1, at = y * width + 1; x < width - 1; x++, at++) {
      area += data[at] ?? 0
      const across = (data[at + 1] ?? 0) - (data[at - 1] ?? 0)
      const down = (data[at + width] ?? 0) - (data[at - width] ?? 0)
      if (across !== 0 || down !== 0) outline += Math.sqrt(across * across + down * down) / 2
    }
  return outline > 0 ? (2 * area) / outline : 0
}

/** The logit by which the vessels of a photograph are lowered. `fieldPx`: the field's diameter in px of the map. */
export function shiftOf(vessel: PartMap, fieldPx: number, rule: CutRule): number {
  const blur = rule.blur * Math.max(0, vessel.ratio - 1)
  const calibre = meanWidth(vessel) / fieldPx - blur
  return rule.shift * Math.min(1, Math.max(0, (calibre - rule.from) / (rule.to - rule.from)))
}

/** The maps in which a vessel that had the probability of `shift` has 0.5. The shares of artery and vein stay. */
export function lowered(maps: VesselMaps, shift: number): VesselMaps {
  if (shift === 0) return maps
  const factor = Math.exp(shift)
  // Every map is a vessel's probability times a share, so all three shrink by the vessel's factor.
  const { data } = maps.vessel
  const shrunk = new Float32Array(data.length).fill(1)
  for (let i = 0; i < data.length; i++) {
    const p = data[i] ?? 0
    if (p > 0) shrunk[i] = 1 / (p + (1 - p) * factor)
  }
  const of = (map: PartMap): PartMap => {
    const less = new Float32Array(map.data.length)
    for (let i = 0; i < less.length; i++) less[i] = (map.data[i] ?? 0) * (shrunk[i] ?? 1)
    return { ...map, data: less }
  }
  return { ...maps, vessel: of(maps.vessel), artery: of(maps.artery), vein: of(maps.vein) }
}
