import type { DiscMeasures, Eye } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'

interface Props {
  rim: NonNullable<DiscMeasures['rim']>
  ddls: DiscMeasures['ddls']
  eye: Eye | null
}

const SIDE = 100
const RADIUS = 36
const HOURS = Array.from({ length: 12 }, (_, index) => index)

/** Hour 0 is 12 o'clock; `share` of the disc's radius. */
function at(hour: number, share: number): [x: number, y: number] {
  const angle = (hour * Math.PI) / 6
  return [SIDE / 2 + share * RADIUS * Math.sin(angle), SIDE / 2 - share * RADIUS * Math.cos(angle)]
}

const points = (shares: readonly number[]) =>
  shares
    .map((share, hour) =>
      at(hour, share)
        .map((coordinate) => coordinate.toFixed(1))
        .join(),
    )
    .join(' ')

/** The neuroretinal rim by clock hour, as one faces the photograph; the thinnest hour stands out. */
export function RimProfile({ rim, ddls, eye }: Props) {
  const { t } = useTranslation('findings')
  // A rim is given in disc diameters: half of one reaches the centre.
  const cup = rim.map((width) => Math.max(0, 1 - 2 * width))
  const thinnest = ddls?.clock_hour ? ddls.clock_hour % 12 : null
  const text = rim.map((width, hour) =>
    t('rim.hour', { hour: hour || 12, width: width.toFixed(2) }),
  )
  const nasalRight = eye === 'OD'
  return (
    <svg className="fd-rim" viewBox={`0 0 ${SIDE} ${SIDE}`} role="img" aria-label={text.join('; ')}>
      <polygon className="fd-rim-disc" points={points(HOURS.map(() => 1))} />
      <polygon className="fd-rim-cup" points={points(cup)} />
      {HOURS.map((hour) => {
        const [[x1, y1], [x2, y2]] = [at(hour, cup[hour] ?? 1), at(hour, 1)]
        const thin = hour === thinnest || undefined
        return <line key={hour} x1={x1} y1={y1} x2={x2} y2={y2} data-thinnest={thin} />
      })}
      {[0, 3, 6, 9].map((hour) => {
        const [x, y] = at(hour, 1.24)
        return (
          <text key={hour} x={x} y={y}>
            {hour === 3 && eye ? t(nasalRight ? 'rim.nasal' : 'rim.temporal') : null}
            {hour === 9 && eye ? t(nasalRight ? 'rim.temporal' : 'rim.nasal') : null}
            {hour % 6 === 0 || !eye ? hour || 12 : null}
          </text>
        )
      })}
    </svg>
  )
}
