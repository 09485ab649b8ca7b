import { useTranslation } from 'react-i18next'
import {
  coarseText,
  figureName,
  figureText,
  type Measure,
  nearText,
  normText,
  outsideOf,
  outsideText,
} from '@mingmou/contract'
import { language } from '../../lib/texts/i18n.ts'
import { MachineFigure } from './machine-figure.tsx'

interface Props {
  rows: readonly Measure[]
  caption?: string
  /** Shows the basis of a figure on the picture. Absent on paper. */
  onShow?: (measure: Measure) => void
  canShow?: (measure: Measure) => boolean
}

/** Figures with spread and unit, and the usual range where a source gives one. */
export function FigureTable({ rows, caption, onShow, canShow }: Props) {
  const measured = rows.filter(({ value }) => value !== null)
  if (measured.length === 0) return null
  return (
    <table className="fd-figures">
      {caption && <caption>{caption}</caption>}
      <tbody>
        {measured.map((measure) => (
          <tr key={measure.key}>
            <th scope="row">
              {onShow && canShow?.(measure) ? (
                <button type="button" onClick={() => onShow(measure)}>
                  {figureName(measure, language())}
                </button>
              ) : (
                figureName(measure, language())
              )}
              <Norm measure={measure} />
            </th>
            <td data-outside={outsideOf(measure) ?? undefined}>
              {figureText(measure)}
              <MachineFigure measure={measure} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The usual range and, for a figure outside it, its possible meaning. */
function Norm({ measure }: { measure: Measure }) {
  const { t } = useTranslation('findings')
  const norm = normText(measure, language())
  const outside = outsideText(measure, language())
  const near = nearText(measure, language())
  const coarse = coarseText(measure, language())
  return (
    <>
      {coarse !== null && <small>{coarse}</small>}
      {norm !== null && <small>{t('norm', { norm })}</small>}
      {outside !== null && <small className="fd-outside">{outside}</small>}
      {near !== null && <small>{near}</small>}
    </>
  )
}
