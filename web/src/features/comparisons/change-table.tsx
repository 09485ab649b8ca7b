import {
  analysisEntry,
  changeOf,
  drawnFrom,
  type Eye,
  figureName,
  type Figure,
  findingMeasure,
  findingText,
  incomparable,
  incomparableText,
  type Taken,
} from '@mingmou/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { EyeTags } from '../../ui/findings/eye-tags.tsx'
import type { Shown } from './sides.ts'
import { ChangeRow } from './change-row.tsx'

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
                  <EyeTags eyes={sitting.eyes.filter((summary) => summary.eye === eye)} />
                </td>
              ))}
              <td colSpan={3}>{t('standing_hint')}</td>
            </tr>
            {measured.map((row) => (
              <ChangeRow key={row.figure.key} aligning={vessels === 'aligning'} {...row} />
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
