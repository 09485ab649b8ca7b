import { type ReportData, percentOf, reasonText } from '@mingmou/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { reportPath } from '../../app/paths.ts'
import { formatInstant, language } from '../../lib/i18n.ts'
import { Draft } from '../../ui/findings/draft.tsx'
import { useModality } from '../../modalities/use-modality.ts'
import { ReportImage } from './report-image.tsx'
import { ReportQr } from './report-qr.tsx'

/** Characters from which on an opinion needs the whole width to keep to the page. */
const LONG = 350

/** One A4 page, the same on screen and on paper. */
export function ReportSheet({ report }: { report: ReportData }) {
  const { t } = useTranslation(['reports', 'findings'])
  const { view } = useModality()
  const { iqa, gradable } = report
  const facts: [string, React.ReactNode][] = [
    ['name', report.name],
    ['gender', t(`findings:report.gender_${report.gender}`)],
    ['age', t('findings:report.years', { n: report.age })],
    ['card', report.id],
    ['phone', report.phone ?? t('findings:report.not_recorded')],
    ['eye', eyeText(report, t)],
    ['record_date', report.record_date],
    ['device', report.collect_device],
  ]
  const reasons = iqa.reasons.map((reason) => reasonText(reason, language())).join(t('comma'))
  return (
    <article className="rp-sheet">
      <Standing report={report} />
      <header className="rp-head">
        {report.organization.logo && <img src={report.organization.logo} alt="" />}
        <div>
          <p>{report.organization.name}</p>
          <h1>{t('findings:report.title')}</h1>
        </div>
        <ReportQr />
      </header>
      <dl className="rp-facts">
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`findings:report.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {report.patient_opinion !== null && (
        <section className="rp-sitting">
          <h2>{t('findings:report.sitting', { n: report.image_count })}</h2>
          <Draft text={report.patient_opinion} />
        </section>
      )}
      <ReportImage report={report} />
      <section className="rp-results">
        <div>
          <h2>{t('findings:report.quality')}</h2>
          <p>
            <strong>{t(`findings:quality.${iqa.image_quality}`)}</strong>
            {iqa.image_score !== null &&
              ` · ${t('findings:report.score', { n: scoreOf(iqa.image_score) })}`}
            {iqa.standard !== null &&
              ` · ${t(`findings:report.${iqa.standard ? 'standard' : 'below_standard'}`)}`}
          </p>
          {reasons && <p className="rp-caution">{reasons}</p>}
        </div>
        {gradable ? (
          <>
            <view.report.Results report={report} />
          </>
        ) : (
          <p className="rp-ungradable">{t('findings:report.ungradable')}</p>
        )}
      </section>
      {gradable && <view.report.Figures report={report} />}
      <section className="rp-opinions" data-long={report.opinion.length > LONG || undefined}>
        <div>
          <h2>{t('findings:report.machine')}</h2>
          <Draft text={report.machine_opinion} />
        </div>
        <div>
          <h2>{t('findings:report.clinician')}</h2>
          <Draft text={report.opinion} />
          <p className="rp-soft">{t(`findings:report.${report.opinion_origin}`)}</p>
          <p className="rp-signed">
            {t('findings:report.signed')} <strong>{report.clinician}</strong>
          </p>
        </div>
      </section>
      <p className="rp-warning">{t('findings:warning')}</p>
      <footer className="rp-foot">
        <span>
          {t('findings:report.number')} {report.report_no}
        </span>
        <span>
          {t('findings:report.time')} {formatInstant(report.report_time)}
        </span>
        <span>
          {t('findings:report.models')}{' '}
          {Object.entries(report.model_versions)
            .map(([task, version]) => `${task} ${version}`)
            .join('; ') || '—'}
        </span>
        <span>
          {t('findings:report.hash')} {report.image_sha256}
        </span>
      </footer>
    </article>
  )
}

/** With the machine's confidence, where no clinician set it. */
function eyeText({ eye, eye_confidence: sure }: ReportData, t: TFunction): string {
  if (eye === null) return t('findings:report.eye_unknown')
  const name = t(`findings:eye.${eye}`)
  return sure === null ? name : t('findings:report.eye_sure', { eye: name, n: percentOf(sure) })
}

/** A report that no longer stands says so, on paper too. */
function Standing({ report: { revoked, superseded_by } }: { report: ReportData }) {
  const { t } = useTranslation('reports')
  const { key } = useModality()
  return (
    <>
      {revoked && (
        <p role="alert" className="rp-void">
          {t('findings:report.revoked')}
        </p>
      )}
      {superseded_by && (
        <p role="alert" className="rp-warning">
          {t('findings:report.superseded', { n: superseded_by })}{' '}
          <a href={`#${reportPath(key, superseded_by)}`}>{t('open_newer')}</a>
        </p>
      )}
    </>
  )
}

/** 0-1 as of 100. */
function scoreOf(share: number): number {
  return Math.round(share * 100)
}
