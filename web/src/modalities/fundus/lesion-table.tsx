import {
  FUNDUS_FIGURES,
  type FundusFindings,
  type Lesion,
  LESIONS,
  measureText,
} from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { MachineFigure } from '../../ui/findings/machine-figure.tsx'
import { Quadrants } from './quadrants.tsx'

interface Props {
  lesions: NonNullable<FundusFindings['lesions']>
  colors: Readonly<Record<string, string>>
  /** The layers that clinicians drew: what they drew is counted exactly. */
  drawn: readonly string[]
  /** Absent on paper. */
  onShow?: (lesion: Lesion) => void
}

/**
 * Each kind of lesion: how many count and how many do not. For those that count, their area and
 * distance to the fovea.
 */
export function LesionTable({ lesions, colors, drawn, onShow }: Props) {
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
          const drew = drawn.includes(name)
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
                <Quadrants kind={name} of={found} drew={drew} />
              </th>
              <td>
                <Told figure={`lesions.${name}.count`} value={found.count} drew={drew} />
              </td>
              <td>
                {measureText(
                  { ...FUNDUS_FIGURES.at(`lesions.${name}.uncounted`), value: found.uncounted },
                  language(),
                  drew,
                ) ?? '—'}
              </td>
              <td>
                <Told figure={`lesions.${name}.percent`} value={found.percent} drew={drew} />
              </td>
              <td>
                {measureText(
                  {
                    ...FUNDUS_FIGURES.at(`lesions.${name}.fovea_distance_dd`),
                    unit: '1',
                    value: found.fovea_distance_dd,
                  },
                  language(),
                ) ?? '—'}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** A figure, and the machine's where it is another one. */
function Told({ figure, value, drew }: { figure: string; value: number; drew: boolean }) {
  const measure = { ...FUNDUS_FIGURES.at(figure), value }
  return (
    <>
      {measureText(measure, language(), drew)}
      <MachineFigure measure={measure} />
    </>
  )
}
