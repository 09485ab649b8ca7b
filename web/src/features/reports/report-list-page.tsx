import {
  MODALITIES,
  modalityOf,
  REFERRALS,
  revokeReport,
  type DataOf,
  type EyeOutcome,
  type listReports,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Button, Input, Select, type TableColumnsType, Tag, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { diagnosisPath, patientDetailPath, reportPath } from '../../app/paths.ts'
import { showFailure } from '../../lib/api.ts'
import { formatInstant } from '../../lib/i18n.ts'
import { usePrivateSearch } from '../../lib/private-search.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { PageTable } from '../../ui/page-table.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { Nothing } from '../../ui/states.tsx'
import { reportsChanged, reportsQuery, useSavePdf } from './queries.ts'
import './report-list.css'

type Row = DataOf<typeof listReports>['rows'][number]

const CLASSES = MODALITIES.map((modality) => modality.class)

const NONE = { keyword: '' }

/** The institution's reports. Item and page are in the address, the search words are not. */
export function Component() {
  const { t } = useTranslation(['reports', 'findings', 'common'])
  const [search, setSearch] = useSearchParams()
  const diagnosis_class = CLASSES.find((one) => one === search.get('diagnostic_item')) ?? ''
  const { searched, keep } = usePrivateSearch(NONE)
  const { keyword } = searched
  const referral = REFERRALS.find((one) => one === search.get('referral')) ?? ''
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const reports = useQuery(reportsQuery({ page, diagnosis_class, referral, keyword }))
  const columns = useColumns()

  const go = (address: Record<string, string>, words = keyword) => {
    const next = Object.entries({ diagnostic_item: diagnosis_class, referral, ...address })
    setSearch(new URLSearchParams(next.filter(([, value]) => value !== '')), {
      state: keep({ keyword: words }),
    })
  }
  const searching = diagnosis_class !== '' || referral !== '' || keyword !== ''

  return (
    <>
      <PageTitle title={t('list.title')} />
      <div className="panel">
        <div className="rl-search" role="search">
          <label>
            {t('list.item')}
            <Select
              aria-label={t('list.item')}
              value={diagnosis_class}
              options={[
                { value: '', label: t('list.all') },
                ...Object.entries(reports.data?.diagnostic_map ?? {}).map(([value, label]) => ({
                  value,
                  label,
                })),
              ]}
              onChange={(diagnostic_item) => go({ diagnostic_item })}
            />
          </label>
          <label>
            {t('column.referral')}
            <Select
              aria-label={t('column.referral')}
              value={referral}
              options={[
                { value: '', label: t('list.all') },
                ...REFERRALS.toReversed().map((value) => ({
                  value,
                  label: t(`findings:report.referral.${value}`),
                })),
              ]}
              onChange={(wanted) => go({ referral: wanted })}
            />
          </label>
          <Input.Search
            key={keyword}
            defaultValue={keyword}
            maxLength={64}
            placeholder={t('list.keyword')}
            aria-label={t('list.keyword')}
            enterButton={t('common:action.search')}
            onSearch={(value) => go({}, value.trim())}
          />
          <Button disabled={!searching} onClick={() => setSearch({})}>
            {t('common:action.reset')}
          </Button>
        </div>
        <PageTable<Row>
          query={reports}
          rowKey="report_id"
          columns={columns}
          onPage={(next) => go({ page: String(next) })}
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
      render: (_, row) => (
        <a href={`#${patientDetailPath(row.pid)}`} className="rl-patient">
          {row.name}
          <small>{row.ad_card_number}</small>
        </a>
      ),
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
          of={({ referral }) => referral && t(`findings:report.referral.${referral}`)}
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
      title: t('column.state'),
      key: 'state',
      width: '0.9rem',
      render: (_, row) => <State {...row} />,
    },
    {
      title: t('column.actions'),
      key: 'actions',
      fixed: 'end',
      render: (_, row) => <Actions row={row} />,
    },
  ]
}

/** The stage, or what was found where the kind of image has none; a dash where nothing could be judged. */
function stageOf({ diagnosis_class }: Row, { stage, found, referral }: EyeOutcome, t: TFunction) {
  const { key } = modalityOf(diagnosis_class)
  if (found) return t(`findings:found.${key}.${found.word}`, { n: found.n })
  if (stage !== null) return t('stage', { stage })
  return referral === null ? t('ungradable') : t('findings:grade.none')
}

interface EyesProps {
  row: Row
  of: (eye: EyeOutcome) => string | null | false
  tone?: (eye: EyeOutcome) => string | null | undefined
  /** Why there is a dash. */
  none?: string
}

/** A line for each eye of the report. A dash stands for an eye that could not be judged. */
function Eyes({ row, of, tone, none }: EyesProps) {
  return row.outcomes.map((eye) => (
    <div key={eye.eye} className="rl-eye" data-tone={tone?.(eye) ?? undefined}>
      {of(eye) || <span title={none}>—</span>}
    </div>
  ))
}

function State({ revoked, superseded, outdated }: Row) {
  const { t } = useTranslation('reports')
  if (revoked) return <Tag color="error">{t('state.revoked')}</Tag>
  if (outdated) return <Tag color="error">{t('state.outdated')}</Tag>
  if (superseded) return <Tag color="warning">{t('state.superseded')}</Tag>
  return <Tag color="success">{t('state.valid')}</Tag>
}

function Actions({ row }: { row: Row }) {
  const { t } = useTranslation('reports')
  const confirm = useConfirm()
  const pdf = useSavePdf()
  return (
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
        !row.revoked && {
          label: t('action.revoke'),
          danger: true,
          onClick: () =>
            confirm(
              'revoke.report',
              `${row.report_no} · ${row.name}`,
              revokeReport,
              { report_id: row.report_id },
              reportsChanged,
            ),
        },
      ]}
    />
  )
}
