import type { XY } from '../view.ts'

/** The known scale of a picture. Without one, a length is given in px of the image. */
export interface Scale {
  mmPerPx?: number | null
  discDiameterPx?: number | null
}

export interface Length {
  value: number
  unit: 'mm' | 'DD' | 'px'
  px: number
}

export function lengthBetween(from: XY, to: XY, scale: Scale = {}): Length {
  const px = Math.hypot(to[0] - from[0], to[1] - from[1])
  if (scale.mmPerPx) return { value: px * scale.mmPerPx, unit: 'mm', px }
  if (scale.discDiameterPx) return { value: px / scale.discDiameterPx, unit: 'DD', px }
  return { value: px, unit: 'px', px }
}

/** The text beside the ruler. It always names the unit, and always gives px of the image. */
export function lengthText({ value, unit, px }: Length): string {
  const pixels = `${px.toFixed(0)} px`
  return unit === 'px' ? pixels : `${value.toFixed(2)} ${unit} (${pixels})`
}
