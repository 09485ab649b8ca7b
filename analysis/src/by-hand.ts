import type { CommonFindings } from '@mingmou/contract'
import type { PartMap } from './geometry/part.ts'
import type { Grey } from './image.ts'
import { resample } from './resample.ts'

/** What a clinician drew over a whole image as a map of the shape of a network's: the share of each px that is inside. */
export function onto(
  mask: Grey<Uint8Array>,
  map: PartMap,
  image: { width: number; height: number },
): PartMap {
  const [across, down] = [mask.width / image.width, mask.height / image.height]
  const { x, y, width, height } = map.box
  const box = {
    x: Math.round(x * across),
    y: Math.round(y * down),
    width: Math.round(width * across),
    height: Math.round(height * down),
  }
  const shares = resample(mask.data, mask.width, 1, box, map)
  return { ...map, data: shares.map((value) => Math.min(1, Math.max(0, value / 255))) }
}

/** A figure of what a clinician drew has no confidence of the machine. `names`: a group stands for all in it. */
export function withoutConfidence<Of extends Pick<CommonFindings, 'confidence'>>(
  measured: Of,
  names: readonly string[],
): Of {
  const rests = (name: string) =>
    names.some((drawn) => name === drawn || name.startsWith(`${drawn}.`))
  const kept = Object.entries(measured.confidence).filter(([name]) => !rests(name))
  return { ...measured, confidence: Object.fromEntries(kept) }
}
