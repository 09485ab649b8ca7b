import { useTranslation } from 'react-i18next'
import {
  coarseText,
  reasonText,
  figureName,
  figureText,
  measureText,
  type Measure,
  nearText,
  normText,
  outsideOf,
  outsideText,
  valueAt,
} from '@mingmou/contract'
import { language } from '../../lib/texts/i18n.ts'
import { useMachineFindings } from './machine-findings.ts'

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

/** The machine's figure, where it is another one because of what a clinician drew. */
export function MachineFigure({
  measure,
}: {
  measure: Pick<Measure, 'key' | 'value' | 'unit' | 'digits' | 'repeats'>
}) {
  const { t } = useTranslation('findings')
  const machine = useMachineFindings()
  const value = machine && valueAt(machine, measure.key)
  if (!machine || value === measure.value) return null
  const text = measureText({ ...measure, value, confidence: null }, language()) ?? t('not_measured')
  return <small className="fd-machine">{t('correction.machine', { value: text })}</small>
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

/**
 * The figures that were not measured, by reason. They are named, so that silence does not read as
 * health.
 */
export function Missing({
  rows,
}: {
  rows: readonly Pick<Measure, 'labels' | 'value' | 'reason'>[]
}) {
  const { t } = useTranslation('findings')
  const missing = rows.filter(({ value }) => value === null)
  const reasons = [...new Set(missing.map(({ reason }) => reason))]
  return reasons.map((reason) => (
    <p key={reason} className="fd-missing">
      {t('missing', {
        reason:
          reason === null || reason === 'not_implemented'
            ? t('not_supported')
            : reasonText(reason, language()),
        names: missing
          .filter((one) => one.reason === reason)
          .map((one) => figureName(one, language()))
          .join(t('comma')),
      })}
    </p>
  ))
}
