import {
  modalityOf,
  sayIn,
  treatedText,
  type DataOf,
  type EyeOutcome,
  type listReports,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Alert, Button, type TableColumnsType, Tag, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { diagnosisPath, patientDetailPath, reportPath } from '../../paths.ts'
import { showFailure } from '../../lib/calls/api.ts'
import { formatInstant, language } from '../../lib/texts/i18n.ts'
import { usePrintKey } from '../../lib/files/print-report.ts'
import { usePrivateSearch } from '../../lib/places/private-search.ts'
import { PageTable } from '../../ui/lists/page-table.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { Nothing } from '../../ui/states/states.tsx'
import { DraftTable } from './draft-table.tsx'
import { reportsQuery, useSavePdf } from './queries.ts'
import { filterOf, ReportSearch } from './report-search.tsx'
import { VoidDialog } from './void-dialog.tsx'
import './report-list.css'

type Row = DataOf<typeof listReports>['rows'][number]

const NONE = { keyword: '' }

/** The institution's reports. Filters and page are in the address, the search words are not. */
export function Component() {
  const { t } = useTranslation(['reports', 'findings', 'common'])
  const [search, setSearch] = useSearchParams()
  const { searched, keep } = usePrivateSearch(NONE)
  const { keyword } = searched
  const filter = filterOf(search)
  const drafts = search.get('state') === 'draft'
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const reports = useQuery({ ...reportsQuery({ page, ...filter, keyword }), enabled: !drafts })
  const columns = useColumns()
  usePrintKey(() => {
    const row = document.activeElement?.closest('tr')?.dataset['rowKey']
    return reports.data?.rows.find(({ report_id }) => report_id === row)?.report_no
  })

  const go = (address: Record<string, string>, words = keyword) => {
    // Another filter begins at the first page.
    const next = Object.entries({ ...Object.fromEntries(search), page: '', ...address }).filter(
      ([, value]) => value !== '',
    )
    setSearch(new URLSearchParams(next), { state: keep({ keyword: words }) })
  }
  const onPage = (next: number) => go({ page: String(next) })
  const searching = [...search.keys()].some((name) => name !== 'page') || keyword !== ''

  return (
    <>
      <PageTitle title={t('list.title')} />
      <div className="panel">
        <ReportSearch
          search={search}
          keyword={keyword}
          searching={searching}
          go={go}
          kinds={reports.data?.diagnostic_map ?? {}}
          authors={reports.data?.authors ?? []}
          onReset={() => setSearch({})}
        />
        {filter.deleted && <Alert showIcon type="info" title={t('list.deleted_note')} />}
        {drafts ? (
          <DraftTable page={page} onPage={onPage} />
        ) : (
          <PageTable<Row>
            query={reports}
            rowKey="report_id"
            columns={columns}
            onPage={onPage}
            failed={t('list.failed')}
            label={t('list.title')}
            empty={
              <Nothing hint={t(searching ? 'list.none_found' : 'list.none')}>
                {!searching && (
                  <Button href={`#${diagnosisPath({ tab: 0 })}`}>{t('list.to_diagnosis')}</Button>
                )}
              </Nothing>
            }
          />
        )}
      </div>
    </>
  )
}

function useColumns(): TableColumnsType<Row> {
  const { t } = useTranslation(['reports', 'findings'])
  return [
    {
      title: t('column.patient'),
      key: 'patient',
      width: '1.8rem',
      render: (_, row) => <PatientName {...row} />,
    },
    {
      title: t('column.state'),
      key: 'state',
      width: '0.9rem',
      render: (_, row) => <State {...row} />,
    },
    {
      title: t('column.eye'),
      key: 'eye',
      width: '1rem',
      render: (_, row) => (
        <Eyes row={row} of={({ eye }) => t(`findings:eye.${eye ?? 'unknown'}`)} />
      ),
    },
    {
      title: t('column.stage'),
      key: 'stage',
      width: '0.9rem',
      render: (_, row) => <Eyes row={row} of={(eye) => stageOf(row, eye, t)} />,
    },
    {
      title: t('column.referral'),
      key: 'referral',
      width: '1.1rem',
      render: (_, row) => (
        <Eyes
          row={row}
          of={(eye) => referralOf(eye, t)}
          none={t('ungradable')}
          tone={({ referral }) => (referral === 'none' ? undefined : referral)}
        />
      ),
    },
    {
      title: t('column.oedema'),
      key: 'oedema',
      width: '0.9rem',
      render: (_, row) => (
        <Eyes
          row={row}
          of={({ oedema }) => oedema !== null && t(`findings:report.oedema.${oedema}`)}
          none={t('not_judged')}
          tone={({ oedema }) => (oedema ? 'referable' : undefined)}
        />
      ),
    },
    {
      title: t('column.made'),
      key: 'made',
      width: '1.7rem',
      render: (_, row) => (
        <span className="rl-patient">
          {formatInstant(row.report_time)}
          <small>{row.clinician}</small>
        </span>
      ),
    },
    {
      title: t('column.opinion'),
      key: 'opinion',
      render: (_, row) => (
        <Tooltip title={row.diagnostic_opinion}>
          <span className="rl-opinion">{row.diagnostic_opinion}</span>
        </Tooltip>
      ),
    },
    { title: t('column.record_date'), dataIndex: 'record_date', width: '1.1rem' },
    {
      title: t('column.actions'),
      key: 'actions',
      fixed: 'end',
      render: (_, row) => <Actions row={row} />,
    },
  ]
}

/** Reasons that another column says. */
const ELSEWHERE = new Set<EyeOutcome['reasons'][number]['reason']>(['stage', 'oedema', 'treated'])

/** What the eye asks for, with the reasons that have no column of their own. */
function referralOf({ referral, reasons }: EyeOutcome, t: TFunction) {
  if (referral === null) return null
  const others = reasons.filter(({ reason }) => !ELSEWHERE.has(reason))
  return [
    t(`findings:report.referral.${referral}`),
    ...others.map((one) => t(`findings:review.${one.reason}.${one.referral}`)),
  ].join(t('findings:comma'))
}

/** The stage, or what was found where the kind of image has none; a dash where nothing could be judged. */
function stageOf(
  { diagnosis_class }: Row,
  { stage, found, referral, treated }: EyeOutcome,
  t: TFunction,
) {
  const { key } = modalityOf(diagnosis_class)
  if (found) return t(`findings:found.${key}.${found.word}`, { n: found.n })
  const beside = treated
    ? t('findings:eyes.treated', { treated: treatedText(treated, sayIn(language())) })
    : ''
  if (stage !== null) return t('stage', { stage }) + beside
  return referral === null ? t('ungradable') : t('findings:grade.none') + beside
}

/** A deleted patient has no page, and a day until which the law keeps the record. */
function PatientName({ pid, name, ad_card_number, kept_until }: Row) {
  const { t } = useTranslation('reports')
  const words = (
    <>
      {name}
      <small>{ad_card_number}</small>
    </>
  )
  if (kept_until === null)
    return (
      <a href={`#${patientDetailPath(pid)}`} className="rl-patient">
        {words}
      </a>
    )
  return (
    <span className="rl-patient">
      {words}
      <small>{t('list.kept_until', { day: kept_until })}</small>
    </span>
  )
}

interface EyesProps {
  row: Row
  of: (eye: EyeOutcome) => string | null | false
  tone?: (eye: EyeOutcome) => string | null | undefined
  /** Why there is a dash. */
  none?: string
}

/**
 * A line for each eye of the report, with what the machine said where a clinician corrected it. A dash stands for an eye that
 * could not be judged.
 */
function Eyes({ row, of, tone, none }: EyesProps) {
  const { t } = useTranslation('findings')
  // The lines of an eye stand beside each other in all columns.
  const corrected = row.outcomes.some(({ machine }) => machine !== null)
  return row.outcomes.map((eye) => {
    const said = of(eye)
    const machine = (eye.machine && of({ ...eye, ...eye.machine })) || '—'
    return (
      <div key={eye.eye} className="rl-eye" data-tone={tone?.(eye) ?? undefined}>
        {said || <span title={none}>—</span>}
        {corrected && (
          <small>
            {eye.machine && machine !== said && t('correction.machine', { value: machine })}&nbsp;
          </small>
        )}
      </div>
    )
  })
}

const TONES = { signed: 'success', superseded: 'warning', void: 'error' } as const

function State({ state, outdated, delivery }: Row) {
  const { t } = useTranslation('reports')
  const isOutdated = state === 'signed' && outdated
  return (
    <span className="rl-patient" data-tone={delivery === 'failed' ? 'referable' : undefined}>
      <Tag color={isOutdated ? 'error' : TONES[state]}>
        {t(isOutdated ? 'state.outdated' : `state.${state}`)}
      </Tag>
      {delivery && <small>{t(`delivery.state.${delivery}`)}</small>}
    </span>
  )
}

function Actions({ row }: { row: Row }) {
  const { t } = useTranslation('reports')
  const pdf = useSavePdf()
  const [voiding, setVoiding] = useState(false)
  const actions = (
    <RowActions
      actions={[
        {
          label: t('action.open'),
          href: `#${reportPath(modalityOf(row.diagnosis_class).key, row.report_no)}`,
          target: '_blank',
        },
        {
          label: 'PDF',
          loading: pdf.isPending,
          onClick: () =>
            pdf.mutate(row.report_no, { onError: (error) => showFailure(error, t('pdf_failed')) }),
        },
        row.state !== 'void' && {
          label: t('action.void'),
          danger: true,
          onClick: () => setVoiding(true),
        },
      ]}
    />
  )
  return (
    <>
      {actions}
      {voiding && <VoidDialog report={row} name={row.name} onClose={() => setVoiding(false)} />}
    </>
  )
}
