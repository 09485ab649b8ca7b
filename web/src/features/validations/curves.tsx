import type { ValidationScore } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'

const SIDE = 220
const EDGE = { left: 46, bottom: 40, top: 10, right: 14 }
type Point = readonly [x: number, y: number]
const placed = ([x, y]: Point): Point => [EDGE.left + x * SIDE, EDGE.top + (1 - y) * SIDE]
const TICKS = [0, 0.25, 0.5, 0.75, 1]

/** A square of two shares with the diagonal. */
function Square(props: { title: string; across: string; up: string; children: React.ReactNode }) {
  const { title, across, up, children } = props
  const [left, bottom] = placed([0, 0])
  const [right, top] = placed([1, 1])
  return (
    <figure className="validation-curve">
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`0 0 ${EDGE.left + SIDE + EDGE.right} ${EDGE.top + SIDE + EDGE.bottom}`}
        role="img"
        aria-label={title}
      >
        {TICKS.map((tick) => {
          const [x, y] = placed([tick, tick])
          return (
            <g key={tick}>
              <path
                d={`M${x} ${bottom}V${top}M${left} ${y}H${right}`}
                className="validation-grid"
              />
              <text x={x} y={bottom + 14} textAnchor="middle">
                {100 * tick}%
              </text>
              <text x={left - 5} y={y + 4} textAnchor="end">
                {100 * tick}%
              </text>
            </g>
          )
        })}
        <path d={`M${left} ${bottom}L${right} ${top}`} className="validation-diagonal" />
        {children}
        <text x={left + SIDE / 2} y={bottom + 32} textAnchor="middle">
          {across}
        </text>
        <text transform={`translate(10 ${top + SIDE / 2}) rotate(-90)`} textAnchor="middle">
          {up}
        </text>
      </svg>
    </figure>
  )
}

/** ROC and calibration. What has too few patients is in neither. */
export function Curves({ score }: { score: ValidationScore }) {
  const { t } = useTranslation('validations')
  const bins = score.bins.flatMap(({ mean, share }) => {
    const { value, low, high } = share
    return value === null || low === null || high === null ? [] : [{ mean, value, low, high }]
  })
  if (score.roc.length === 0 && bins.length === 0) return null
  return (
    <div className="validation-curves">
      {score.roc.length > 0 && (
        <Square title={t('curve.roc')} across={t('curve.alarms')} up={t('curve.found')}>
          <polyline
            className="validation-line"
            points={score.roc.map((point) => placed(point).join(',')).join(' ')}
          />
        </Square>
      )}
      {bins.length > 0 && (
        <Square title={t('curve.calibration')} across={t('curve.told')} up={t('curve.observed')}>
          {bins.map(({ mean, value, low, high }) => {
            const [x, y] = placed([mean, value])
            return (
              <g key={mean}>
                <path
                  className="validation-line"
                  d={`M${x} ${placed([mean, low])[1]}V${placed([mean, high])[1]}`}
                />
                <circle className="validation-dot" cx={x} cy={y} r={4} />
              </g>
            )
          })}
        </Square>
      )}
    </div>
  )
}
