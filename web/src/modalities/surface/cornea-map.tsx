import { CENTRAL_SHARE, fiveParts, type SurfaceFindings } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import './surface.css'

const RADIUS = 40
const CENTRAL = CENTRAL_SHARE * RADIUS
/** Where the score of a quarter stands, between the central zone and the limbus. */
const MIDDLE = (CENTRAL + RADIUS) / 2

type Xy = readonly [x: number, y: number]

/** The way from the centre to each quarter; y points down. */
const UP: Xy = [0, -1]
const DOWN: Xy = [0, 1]
const LEFT: Xy = [-1, 0]
const RIGHT: Xy = [1, 0]

/** The quarters as one faces the patient: in a right eye the nasal side lies right. */
const wayOf = (part: string, eye: SurfaceFindings['eye']): Xy | null => {
  const nasal = eye === 'OS' ? LEFT : RIGHT
  const temporal = eye === 'OS' ? RIGHT : LEFT
  const ways: Readonly<Record<string, Xy>> = {
    superior: UP,
    inferior: DOWN,
    left: LEFT,
    right: RIGHT,
    nasal,
    temporal,
  }
  return ways[part] ?? null
}

/** A quarter of the ring around the central zone. */
function quarter([x, y]: Xy): string {
  const corner = (radius: number, side: 1 | -1) => {
    const at = radius * Math.SQRT1_2
    return `${(at * (x - side * y)).toFixed(2)} ${(at * (y + side * x)).toFixed(2)}`
  }
  return [
    `M ${corner(CENTRAL, -1)}`,
    `L ${corner(RADIUS, -1)}`,
    `A ${RADIUS} ${RADIUS} 0 0 1 ${corner(RADIUS, 1)}`,
    `L ${corner(CENTRAL, 1)}`,
    `A ${CENTRAL} ${CENTRAL} 0 0 0 ${corner(CENTRAL, -1)}`,
    'Z',
  ].join(' ')
}

/** The five parts of the cornea as one faces the patient, each with its score. */
export function CorneaMap({
  findings,
}: {
  findings: Pick<SurfaceFindings, 'eye' | 'lesion_region'>
}) {
  const { t } = useTranslation('findings')
  const parts = fiveParts(findings)
  const said = parts.map(({ part, score }) => {
    const region = t(`surface.region.${part}`)
    return score === null
      ? t('surface.nei.unseen', { region })
      : t('surface.nei.score', { region, score })
  })
  return (
    <svg className="sf-cornea" viewBox="-66 -56 132 112" role="img" aria-label={said.join('; ')}>
      {parts.map(({ part, score }) => {
        const way = wayOf(part, findings.eye)
        const [x, y] = way ?? [0, 0]
        return (
          <g key={part} data-part={part} data-score={score ?? 'hidden'}>
            {way ? <path d={quarter(way)} /> : <circle r={CENTRAL} />}
            <text x={x * MIDDLE} y={y * MIDDLE}>
              {score ?? t('surface.nei.hidden')}
            </text>
            {way && (
              <text className="sf-name" x={x * (RADIUS + 13)} y={y * (RADIUS + 9)}>
                {t(`surface.short.${part}`)}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
