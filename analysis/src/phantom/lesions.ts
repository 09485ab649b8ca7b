import type { Spot } from '../geometry/circle.ts'
import type { Colours } from './paint.ts'
import { spotAt } from './paint.ts'

const KINDS = ['microaneurysm', 'haemorrhage', 'hard_exudate', 'soft_exudate'] as const

export interface DrawnLesion {
  kind: (typeof KINDS)[number]
  /** px of the image */
  x: number
  y: number
  radius: number
}

const LOOKS = {
  microaneurysm: { count: 14, radius: [0.0022, 0.0035], colour: [0.5, 0.1, 0.06], soft: 0.3 },
  haemorrhage: { count: 6, radius: [0.006, 0.014], colour: [0.42, 0.07, 0.05], soft: 0.4 },
  hard_exudate: { count: 22, radius: [0.002, 0.007], colour: [0.98, 0.86, 0.42], soft: 0.3 },
  soft_exudate: { count: 3, radius: [0.012, 0.02], colour: [0.93, 0.78, 0.58], soft: 0.8 },
} as const

/** Paints lesions of all four kinds between the arcades. Exudates form clusters. */
export function paintLesions(
  colours: Colours,
  random: () => number,
  centre: Spot,
  diameter: number,
): DrawnLesion[] {
  const lesions: DrawnLesion[] = []
  const place = (spread: number): Spot => {
    const angle = 2 * Math.PI * random()
    const far = 0.07 + spread * Math.sqrt(random())
    return [far * Math.cos(angle), far * Math.sin(angle)]
  }
  const cluster = place(0.15)
  for (const kind of KINDS) {
    const { count, radius, colour, soft } = LOOKS[kind]
    for (let i = 0; i < count; i++) {
      const [dx, dy] = kind === 'hard_exudate' ? place(0.03) : place(0.32)
      const [ox, oy] = kind === 'hard_exudate' ? cluster : [0, 0]
      const lesion = {
        kind,
        x: centre[0] + diameter * (dx + ox),
        y: centre[1] + diameter * (dy + oy),
        radius: diameter * (radius[0] + (radius[1] - radius[0]) * random()),
      }
      lesions.push(lesion)
      spotAt(
        colours,
        lesion,
        { rx: lesion.radius, ry: lesion.radius * (0.7 + 0.3 * random()) },
        colour,
        soft,
      )
    }
  }
  return lesions
}
