import { type TableColumnsType, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import {
  Actions,
  Eyes,
  PatientName,
  referralOf,
  type Row,
  stageOf,
  State,
} from './report-cells.tsx'

export function useColumns(): TableColumnsType<Row> {
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
        <Eyes
          row={row}
          of={({ eye }) => t(`findings:eye.${eye ?? 'unknown'}`)}
          untold={({ eye }) => t(`findings:eye.${eye ?? 'unknown'}`)}
        />
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
