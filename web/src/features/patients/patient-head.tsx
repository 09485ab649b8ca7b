import { dmConditions, NO_HISTORY, type PatientDetail } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Grid } from 'antd'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/calls/call-query.ts'
import { formatDay } from '../../lib/texts/i18n.ts'
import { ageOn } from '../../ui/lists/age.ts'
import { Recorded } from '../../ui/lists/cells.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { LastStage } from './last-stage.tsx'

/**
 * Who the patient is, and what has to be known before anything is done: it stays in sight. On a
 * phone the actions scroll away.
 */
export function PatientHead(props: { patient: PatientDetail; children: React.ReactNode }) {
  const { t } = useTranslation('patients')
  const { md = true } = Grid.useBreakpoint()
  const { patient, children } = props
  const title = (
    <>
      {patient.name}
      <span className="patient-facts">
        {t(`gender.${patient.gender}`)} · {t('years', { count: ageOn(patient.birthday) })} ·{' '}
        {patient.ad_card_number}
      </span>
    </>
  )
  return (
    <>
      <div className="patient-head">
        <PageTitle title={title}>{md && children}</PageTitle>
        <dl className="patient-known">
          <Allergies text={patient.allergic_history} />
          <Diabetes pid={patient.pid} />
          <div>
            <dt>{t('field.last_stage')}</dt>
            <dd>
              {patient.last_result ? (
                <LastStage result={patient.last_result} visit={patient.last_visit} />
              ) : (
                <span className="soft">{t('head.noStage')}</span>
              )}
            </dd>
          </div>
          <div>
            <dt>{t('field.last_visit')}</dt>
            <dd>{patient.last_visit ?? <span className="soft">{t('list.noVisit')}</span>}</dd>
          </div>
          {patient.origin && (
            <div>
              <dt>{t('head.origin')}</dt>
              <dd className="long-text">
                {patient.origin.name} · {formatDay(patient.origin.at)}
              </dd>
            </div>
          )}
        </dl>
      </div>
      {!md && <div className="patient-actions">{children}</div>}
    </>
  )
}

function Allergies({ text }: { text: string | null }) {
  const { t } = useTranslation('patients')
  const some = text !== null && text !== NO_HISTORY
  return (
    <div className="patient-allergies">
      <dt>{t('field.allergic_history')}</dt>
      <dd className="ellipsis" data-some={some} title={text ?? undefined}>
        <Recorded text={text === NO_HISTORY ? t('history.none') : text} />
      </dd>
    </div>
  )
}

/** Since its onset, or since it was diagnosed. */
function Diabetes({ pid }: { pid: string }) {
  const { t } = useTranslation('patients')
  const query = useQuery(callQuery(dmConditions, { pid }))
  const since = query.data?.onset_date ?? query.data?.diagnosis_date ?? null
  return (
    <div>
      <dt>{t('head.diabetes')}</dt>
      <dd>
        {query.isError && !query.data && <span className="soft">{t('head.failed')}</span>}
        {query.isPending && <span className="soft">…</span>}
        {query.data && <Recorded text={since && t('head.since', { day: since })} />}
      </dd>
    </div>
  )
}
