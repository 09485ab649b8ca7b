import {
  drawnFrom,
  drawnText,
  type Change,
  figureName,
  figureText,
  type Figure,
  findingText,
  incomparableText,
  type Measure,
  measureText,
} from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'

interface RowProps {
  figure: Figure
  before: Measure
  after: Measure
  /** The machine's, where a clinician drew. */
  drawn: readonly [ReturnType<typeof drawnFrom>, ReturnType<typeof drawnFrom>]
  change: Change
  /** The judgement may yet be withdrawn. */
  aligning: boolean
}

export function ChangeRow({ figure, before, after, drawn, change, aligning }: RowProps) {
  const { t } = useTranslation(['comparisons', 'findings'])
  const written = (measure: Measure, machine: RowProps['drawn'][0]) => {
    const text = measureText(measure, language(), machine !== null) ?? t('findings:not_measured')
    return machine ? drawnText(figure, text, machine, language()) : text
  }
  const number = (value: number) =>
    figureText({
      value,
      unit: change.kind === 'incomparable' ? figure.unit : change.unit,
      // Millimetres need more digits than the px that they come from.
      digits: change.kind !== 'incomparable' && change.unit !== figure.unit ? 2 : figure.digits,
    })
  const by =
    change.kind !== 'incomparable'
      ? change.by
      : change.reason === 'no_error' && before.value !== null && after.value !== null
        ? after.value - before.value
        : null
  return (
    <tr data-change={aligning ? 'aligning' : change.kind}>
      <th scope="row">{figureName(figure, language())}</th>
      <td>{written(before, drawn[0])}</td>
      <td>{written(after, drawn[1])}</td>
      <td>{by === null ? '—' : signed(by, number(Math.abs(by)) ?? '')}</td>
      <td>{change.kind === 'incomparable' ? '—' : `± ${number(change.limit) ?? ''}`}</td>
      <td>
        {change.kind === 'incomparable'
          ? findingText(language(), 'change.incomparable', {
              reason: incomparableText(change.reason, language()),
            })
          : aligning
            ? t('aligning')
            : findingText(language(), `change.${change.kind}`)}
      </td>
    </tr>
  )
}

/** A difference that is written as zero has no sign. */
const signed = (by: number, written: string) =>
  /[1-9]/.test(written) ? `${by > 0 ? '+' : '−'}${written}` : written
