import type { XY } from './view.ts'

/** What is known of a picture's scale; without either a length is told in px of the image. */
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

/** As it is written beside the ruler: the unit is always named, and px of the image always told. */
export function lengthText({ value, unit, px }: Length): string {
  const pixels = `${px.toFixed(0)} px`
  return unit === 'px' ? pixels : `${value.toFixed(2)} ${unit} (${pixels})`
}
