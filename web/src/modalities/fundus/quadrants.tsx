import { FUNDUS_FIGURES, type Lesion, type LesionMeasures, measureText } from '@mingmou/contract'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'

const QUADRANTS = [
  'superior_temporal',
  'superior_nasal',
  'inferior_temporal',
  'inferior_nasal',
] as const

export function Quadrants(props: { kind: Lesion; of: LesionMeasures; drew: boolean }) {
  const { t } = useTranslation('findings')
  const {
    kind,
    of: { count, quadrants },
    drew,
  } = props
  if (count === 0 || quadrants === null) return null
  const parts = QUADRANTS.filter((name) => quadrants[name] > 0)
  const written = (name: (typeof QUADRANTS)[number]) => {
    const figure = FUNDUS_FIGURES.at(`lesions.${kind}.quadrants.${name}`)
    return measureText({ ...figure, value: quadrants[name] }, language(), drew)
  }
  return (
    <small>
      {parts.map((name, i) => (
        <Fragment key={name}>
          {i > 0 && ' · '}
          <span>
            {t(`quadrant.${name}`)} {written(name)}
          </span>
        </Fragment>
      ))}
    </small>
  )
}
