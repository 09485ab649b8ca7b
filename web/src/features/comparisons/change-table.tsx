import {
  analysisEntry,
  changeOf,
  drawnFrom,
  drawnText,
  type Change,
  type Eye,
  figureName,
  figureText,
  type Figure,
  findingMeasure,
  findingText,
  incomparable,
  incomparableText,
  type Measure,
  measureText,
  type Taken,
} from '@mingmou/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { EyeTags } from '../../ui/findings/eye-tags.tsx'
import type { Shown } from './sides.ts'

interface Props {
  eye: Eye
  before: Shown
  after: Shown
  /** Whether the vessels match. Where they do not, the pictures may be of two eyes, or of two people. */
  vessels?: Vessels
}

/** `settled` where they match, and where nobody can tell: pictures of this kind show none, or aligning failed. */
export type Vessels = 'aligning' | 'unmatched' | 'settled'

const takenOf = ({ sitting, image }: Shown): Taken | null =>
  image.data && {
    findings: image.data,
    eye: image.eye,
    device: sitting.collect_device,
    machine: image.drawn?.state === 'measured' ? image.drawn.machine : null,
  }

/** Those of the tables of figures that are read first, and the counts of lesions. */
const isRead = ({ key, group, rare }: Figure) =>
  (group !== null && rare !== true) || key.endsWith('.count')

/** What was measured before and after, the difference, and whether it is more than the error of measuring. */
export function ChangeTable({ eye, before, after, vessels = 'settled' }: Props) {
  const { t } = useTranslation(['comparisons', 'findings'])
  const entry = analysisEntry(useModality().key)
  const [first, second] = [takenOf(before), takenOf(after)]
  if (!first || !second)
    return <Alert type="warning" showIcon title={t('not_analysed')} className="cmp-alert" />
  const reason = incomparable(first, second) ?? (vessels === 'unmatched' ? 'no_match' : null)
  const rows = entry.figures.all.filter(isRead).map((figure) => ({
    figure,
    before: findingMeasure(entry.figures, first.findings, figure.key),
    after: findingMeasure(entry.figures, second.findings, figure.key),
    drawn: [drawnFrom(first, figure.key), drawnFrom(second, figure.key)] as const,
    change: reason
      ? ({ kind: 'incomparable', reason } as const)
      : changeOf(entry, figure.key, first, second),
  }))
  const measured = rows.filter((row) => row.before.value !== null || row.after.value !== null)
  const missing = rows.filter((row) => !measured.includes(row))
  return (
    <section className="panel cmp-figures">
      <h2>{t('figures')}</h2>
      {reason && (
        <Alert
          type="warning"
          showIcon
          className="cmp-alert"
          title={findingText(language(), 'change.incomparable', {
            reason: incomparableText(reason, language()),
          })}
        />
      )}
      <div className="cmp-scroll" tabIndex={0} role="region" aria-label={t('figures')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('figure')}</th>
              <th scope="col">
                {t('before')} {before.sitting.record_date}
              </th>
              <th scope="col">
                {t('after')} {after.sitting.record_date}
              </th>
              <th scope="col">{t('change')}</th>
              <th scope="col">{t('limit')}</th>
              <th scope="col">{t('judged')}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t('standing')}</th>
              {[before, after].map(({ sitting }) => (
                <td key={sitting.image_id}>
                  <EyeTags eyes={sitting.eyes.filter((one) => one.eye === eye)} />
                </td>
              ))}
              <td colSpan={3}>{t('standing_hint')}</td>
            </tr>
            {measured.map((row) => (
              <Row key={row.figure.key} aligning={vessels === 'aligning'} {...row} />
            ))}
          </tbody>
        </table>
      </div>
      {missing.length > 0 && (
        <p className="cmp-missing">
          {t('missing', {
            names: missing
              .map(({ figure }) => figureName(figure, language()))
              .join(t('findings:comma')),
          })}
        </p>
      )}
      <p className="cmp-missing">{t('rule')}</p>
      <p className="cmp-missing">{t('findings:warning')}</p>
    </section>
  )
}

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

function Row({ figure, before, after, drawn, change, aligning }: RowProps) {
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
