import {
  FUNDUS_FIGURES,
  type FundusFindings,
  type Lesion,
  LESIONS,
  type LesionMeasures,
  figureText,
} from '@mingmou/contract'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { MachineFigure } from '../../ui/findings/figure-table.tsx'

interface Props {
  lesions: NonNullable<FundusFindings['lesions']>
  confidence: FundusFindings['confidence']
  /** The path of the lesions in the findings or in the report. */
  path: string
  colors: Readonly<Record<string, string>>
  /** Absent on paper. */
  onShow?: (lesion: Lesion) => void
}

const QUADRANTS = [
  'superior_temporal',
  'superior_nasal',
  'inferior_temporal',
  'inferior_nasal',
] as const

/**
 * Each kind of lesion: how many count and how many do not. For those that count, their area and
 * distance to the fovea.
 */
export function LesionTable({ lesions, confidence, path, colors, onShow }: Props) {
  const { t } = useTranslation('findings')
  return (
    <table className="fd-lesions">
      <caption>{t('lesion.counted')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('lesion.kind')}</th>
          <th scope="col">{t('lesion.count')}</th>
          <th scope="col">{t('lesion.uncounted')}</th>
          <th scope="col">{t('lesion.percent')}</th>
          <th scope="col">{t('lesion.nearest')}</th>
        </tr>
      </thead>
      <tbody>
        {LESIONS.map((name) => {
          const found = lesions[name]
          const label = (
            <>
              <span className="fd-swatch" style={{ background: colors[name] }} />
              {t(`overlay.${name}`)}
            </>
          )
          return (
            <tr key={name}>
              <th scope="row">
                {onShow && found.spots.length > 0 ? (
                  <button type="button" title={t('lesion.fly')} onClick={() => onShow(name)}>
                    {label}
                  </button>
                ) : (
                  label
                )}
                <Quadrants of={found} />
              </th>
              <td>
                {figureText({
                  ...FUNDUS_FIGURES.at(`lesions.${name}.count`),
                  value: found.count,
                  confidence: confidence[`${path}.${name}.count`] ?? null,
                })}
                <MachineFigure
                  measure={{ ...FUNDUS_FIGURES.at(`lesions.${name}.count`), value: found.count }}
                />
              </td>
              <td>{found.uncounted ?? '—'}</td>
              <td>
                {figureText({
                  ...FUNDUS_FIGURES.at(`lesions.${name}.percent`),
                  value: found.percent,
                })}
                <MachineFigure
                  measure={{
                    ...FUNDUS_FIGURES.at(`lesions.${name}.percent`),
                    value: found.percent,
                  }}
                />
              </td>
              <td>
                {figureText({
                  ...FUNDUS_FIGURES.at(`lesions.${name}.fovea_distance_dd`),
                  unit: '1',
                  value: found.fovea_distance_dd,
                }) ?? '—'}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Quadrants({ of: { count, quadrants } }: { of: LesionMeasures }) {
  const { t } = useTranslation('findings')
  if (count === 0 || quadrants === null) return null
  const parts = QUADRANTS.filter((name) => quadrants[name] > 0)
  return (
    <small>
      {parts.map((name, i) => (
        <Fragment key={name}>
          {i > 0 && ' · '}
          <span>
            {t(`quadrant.${name}`)} {quadrants[name]}
          </span>
        </Fragment>
      ))}
    </small>
  )
}
