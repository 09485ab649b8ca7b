import type { Destination } from '@mingmou/contract'
import { Tag, type TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { DestinationActions } from './destination-actions.tsx'

export function useDestinationColumns(
  edit: (destination: Destination) => void,
): TableColumnsType<Destination> {
  const { t } = useTranslation('destinations')
  return [
    {
      title: t('column.name'),
      key: 'name',
      render: (_, { name, active }) => (
        <>
          {name} {!active && <Tag>{t('off')}</Tag>}
        </>
      ),
    },
    {
      title: t('column.place'),
      key: 'place',
      render: (_, row) => <Place {...row} />,
    },
    {
      title: t('column.what'),
      key: 'what',
      render: (_, row) => <What {...row} />,
    },
    {
      title: t('column.sent'),
      key: 'sent',
      render: (_, row) => <Sent {...row} />,
    },
    {
      title: t('column.fault'),
      key: 'fault',
      render: (_, { fault, fault_at }) =>
        fault === null ? (
          '—'
        ) : (
          <span className="destination-fault whole-text">
            {fault}
            {fault_at !== null && <small>{formatInstant(fault_at)}</small>}
          </span>
        ),
    },
    {
      title: t('column.actions'),
      key: 'actions',
      fixed: 'end',
      render: (_, row) => <DestinationActions row={row} onEdit={() => edit(row)} />,
    },
  ]
}

function What({ kind, photographs, pdf, measurements }: Destination) {
  const { t } = useTranslation('destinations')
  if (kind === 'hl7') return t(pdf ? 'what.results_pdf' : 'what.results')
  return (
    <span className="destination-place">
      {t(photographs ? 'what.both' : 'what.reports')}
      {measurements && <small>{t('what.measurements')}</small>}
    </span>
  )
}

/** Where it is, and what both call themselves. */
function Place({ kind, host, port, tls, url, ...row }: Destination) {
  const { t } = useTranslation('destinations')
  if (kind === 'stow') return <span className="long-text">{url}</span>
  const ours = kind === 'hl7' ? row.sending_application : row.calling_title
  const theirs = kind === 'hl7' ? row.receiving_application : row.called_title
  return (
    <span className="destination-place">
      {host}:{port} {tls && <Tag>TLS</Tag>}
      <small>{t(kind === 'hl7' ? 'applications' : 'titles', { ours, theirs })}</small>
    </span>
  )
}

function Sent({ sent_at, waiting, failed }: Destination) {
  const { t } = useTranslation('destinations')
  return (
    <span className="destination-place">
      {sent_at === null ? t('never') : formatInstant(sent_at)}
      {waiting > 0 && <small>{t('waiting', { n: waiting })}</small>}
      {failed > 0 && <small className="destination-fault">{t('failedCount', { n: failed })}</small>}
    </span>
  )
}
