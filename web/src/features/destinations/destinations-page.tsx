import { PlusOutlined } from '@ant-design/icons'
import { deleteDestination, echoDestination, type Destination } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { showError, showSuccess } from '../../lib/notices/notices.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { ScrollTable } from '../../ui/lists/scroll-table.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { DestinationDialog } from './destination-dialog.tsx'
import { destinationsChanged, destinationsQuery } from './queries.ts'
import { ViewerCard } from './viewer-card.tsx'
import './destinations.css'

/** The archives and systems that reports of the institution are sent to, as its main account sets them. */
export function Component() {
  const { t } = useTranslation('destinations')
  const query = useQuery(destinationsQuery())
  const [dialog, setDialog] = useState<{ destination: Destination | null } | null>(null)
  const columns = useColumns((destination) => setDialog({ destination }))
  if (!query.data) {
    return query.isError ? <Failed title={t('failed')} query={query} /> : <Loading />
  }
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog({ destination: null })}>
      {t('add.button')}
    </Button>
  )
  return (
    <>
      <PageTitle title={t('title')}>{add}</PageTitle>
      <div className="panel">
        <p className="soft destinations-lead">{t('lead')}</p>
        <ScrollTable<Destination>
          aria-label={t('title')}
          rowKey="destination_id"
          columns={columns}
          dataSource={query.data.rows}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: <Nothing hint={t('none')} /> }}
        />
      </div>
      <ViewerCard viewer={query.data.viewer} />
      {dialog && <DestinationDialog {...dialog} onClose={() => setDialog(null)} />}
    </>
  )
}

function useColumns(edit: (destination: Destination) => void): TableColumnsType<Destination> {
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
      render: (_, row) => <Actions row={row} onEdit={() => edit(row)} />,
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

function Actions({ row, onEdit }: { row: Destination; onEdit: () => void }) {
  const { t } = useTranslation('destinations')
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)
  const { destination_id, name } = row
  const echo = async () => {
    setBusy(true)
    try {
      const { fault } = await api(echoDestination, { destination_id })
      if (fault === null) showSuccess(t('echo.answered', { name }))
      else showError(t('echo.failed', { name, fault }))
    } catch (error) {
      showFailure(error, t('echo.broken'))
    } finally {
      setBusy(false)
      await destinationsChanged()
    }
  }
  const remove = () =>
    confirm('delete.destination', name, deleteDestination, { destination_id }, destinationsChanged)
  return (
    <RowActions
      actions={[
        { label: t('echo.button'), loading: busy, onClick: () => void echo() },
        { label: t('common:action.edit'), onClick: onEdit },
        { label: t('common:action.delete'), danger: true, onClick: remove },
      ]}
    />
  )
}
