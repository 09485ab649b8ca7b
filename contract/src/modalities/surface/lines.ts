import { linesOf, type Lines, type Mark } from '../../findings/lines.ts'
import type { SurfaceFindings } from './findings.ts'
import { SURFACE_LAYERS } from './layers.ts'
import { CENTRAL_SHARE } from './regions.ts'
import type { ReportedSurface } from './report-data.ts'

/** Corners of the polygon that stands for the border of the central zone. */
const CORNERS = 48
const OBLIQUE = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const

interface Outlined {
  cornea: Pick<NonNullable<SurfaceFindings['cornea']>, 'centre' | 'radii' | 'outline'> | null
  outline: SurfaceFindings['outline']
}

/** The parts of the cornea only where its outline says where they are. */
function drawn({ cornea, outline: checked }: Outlined): Lines[] {
  if (!cornea) return []
  const { centre, radii, outline } = cornea
  /** The point of the image where the cornea, as a circle of radius 1, has this one. */
  const at = (x: number, y: number) => [centre[0] + x * radii[0], centre[1] + y * radii[1]] as const
  const central = Array.from({ length: CORNERS }, (_, index) => {
    const turn = (2 * Math.PI * index) / CORNERS
    return at(CENTRAL_SHARE * Math.cos(turn), CENTRAL_SHARE * Math.sin(turn))
  })
  const borders = OBLIQUE.map(([x, y]): Mark => {
    const [from, to] = [CENTRAL_SHARE, 1].map((far) => far * Math.SQRT1_2) as [number, number]
    return { kind: 'line', from: at(from * x, from * y), to: at(to * x, to * y) }
  })
  return linesOf(SURFACE_LAYERS, {
    cornea_outline: [{ kind: 'outline', points: outline }],
    ...(checked?.trust !== 'untrusted' && {
      regions: [{ kind: 'outline', points: central }, ...borders],
    }),
  })
}

export const findingLines = (found: SurfaceFindings): Lines[] => drawn(found)

/** Without the parts: a printed page has room for what was found. */
export const reportLines = (reported: Pick<ReportedSurface, 'cornea' | 'outline'>): Lines[] =>
  drawn(reported).filter(({ hidden }) => hidden !== true)
