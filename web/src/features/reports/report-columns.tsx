import { Grid, type TableColumnsType, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { Actions } from './report-row-actions.tsx'
import { Eyes } from './eyes.tsx'
import { PatientName, type Row, State } from './report-cells.tsx'

export function useColumns(): TableColumnsType<Row> {
  const { t } = useTranslation(['reports', 'findings'])
  const { md = true, xxl = true } = Grid.useBreakpoint()
  const actions: TableColumnsType<Row>[number] = {
    title: t('column.actions'),
    key: 'actions',
    fixed: 'end',
    render: (_, row) => <Actions row={row} />,
  }
  // A phone has room for the name and what was found: nothing of that lies beyond its edge.
  if (!md)
    return [
      {
        title: t('column.findings'),
        key: 'findings',
        render: (_, row) => (
          <span className="rl-narrow">
            <PatientName {...row} />
            <State {...row} />
            <Eyes row={row} />
            <small>{formatInstant(row.report_time)}</small>
          </span>
        ),
      },
      actions,
    ]
  // A laptop shows all of a row: the fixed actions would lie over what is wider.
  return [
    {
      title: t('column.patient'),
      key: 'patient',
      width: '1.6rem',
      render: (_, row) => <PatientName {...row} />,
    },
    {
      title: t('column.state'),
      key: 'state',
      width: '0.9rem',
      render: (_, row) => <State {...row} />,
    },
    {
      title: t('column.findings'),
      key: 'findings',
      width: xxl ? '4.4rem' : '3.4rem',
      render: (_, row) => <Eyes row={row} />,
    },
    {
      title: t('column.made'),
      key: 'made',
      width: '1.6rem',
      render: (_, row) => (
        <span className="rl-patient">
          {formatInstant(row.report_time)}
          <small>{row.clinician}</small>
          {!xxl && <small>{`${t('column.record_date')} ${row.record_date}`}</small>}
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
    ...(xxl ? [{ title: t('column.record_date'), dataIndex: 'record_date', width: '1.1rem' }] : []),
    actions,
  ]
}
