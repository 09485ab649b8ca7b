import { PlusOutlined } from '@ant-design/icons'
import { deleteWebhook, testWebhook, type Webhook } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { Clip } from '../../ui/lists/cells.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { ScrollTable } from '../../ui/lists/scroll-table.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import {
  AddWebhookDialog,
  EditWebhookDialog,
  RotateWebhookDialog,
  WebhookSecretDialog,
} from './webhook-dialogs.tsx'
import { WebhookLog } from './webhook-log.tsx'
import { webhooksChanged, webhooksQuery } from './webhook-queries.ts'

type Dialog = { kind: 'add' } | { kind: 'edit' | 'log' | 'rotate'; webhook: Webhook }

/** The addresses of hospital systems that are told of events. */
export function Webhooks() {
  const { t } = useTranslation('webhooks')
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => setDialog(null)
  const closeLog = () => {
    close()
    void webhooksChanged()
  }
  return (
    <section className="panel list clients-webhooks" aria-label={t('title')}>
      <header className="clients-head">
        <h2>{t('title')}</h2>
        <Button icon={<PlusOutlined />} onClick={() => setDialog({ kind: 'add' })}>
          {t('add.button')}
        </Button>
      </header>
      <p className="soft clients-lead">{t('lead')}</p>
      <Table open={setDialog} />
      {dialog?.kind === 'add' && <AddWebhookDialog onClose={close} onSecret={setSecret} />}
      {dialog?.kind === 'edit' && <EditWebhookDialog webhook={dialog.webhook} onClose={close} />}
      {dialog?.kind === 'rotate' && (
        <RotateWebhookDialog webhook={dialog.webhook} onClose={close} onSecret={setSecret} />
      )}
      {dialog?.kind === 'log' && <WebhookLog webhook={dialog.webhook} onClose={closeLog} />}
      {secret !== null && <WebhookSecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </section>
  )
}

function Table({ open }: { open: (dialog: Dialog) => void }) {
  const { t } = useTranslation('webhooks')
  const query = useQuery(webhooksQuery())
  const columns = useColumns(open)
  if (!query.data) return query.isError ? <Failed title={t('failed')} query={query} /> : <Loading />
  return (
    <ScrollTable<Webhook>
      aria-label={t('title')}
      rowKey="webhook_id"
      columns={columns}
      dataSource={query.data.rows}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: <Nothing hint={t('empty')} /> }}
    />
  )
}

function useColumns(open: (dialog: Dialog) => void): TableColumnsType<Webhook> {
  const { t } = useTranslation('webhooks')
  return [
    {
      title: t('field.name'),
      key: 'name',
      render: (_, { name, url, active, overlap_until }) => (
        <span className="clients-two">
          <Clip text={name} /> {!active && <Tag>{t('off')}</Tag>}
          <small>
            <Clip text={url} />
          </small>
          {overlap_until !== null && (
            <small>{t('overlap', { until: formatInstant(overlap_until) })}</small>
          )}
        </span>
      ),
    },
    {
      title: t('field.events'),
      key: 'events',
      render: (_, { events }) => (
        <span className="clients-scopes">
          {events.map((one) => (
            <Tag key={one}>{t(`event.${one.replace('.', '_')}`)}</Tag>
          ))}
        </span>
      ),
    },
    {
      title: t('column.sent'),
      key: 'sent',
      render: (_, row) => <Sent {...row} />,
    },
    {
      title: t('column.fault'),
      key: 'fault',
      render: (_, { fault, failing_since }) =>
        fault === null || failing_since === null ? (
          '—'
        ) : (
          <span className="clients-two whole-text">
            <span className="clients-fault">{fault}</span>
            <small>{t('since', { at: formatInstant(failing_since) })}</small>
          </span>
        ),
    },
    {
      title: t('action'),
      key: 'action',
      fixed: 'end',
      render: (_, webhook) => <Actions webhook={webhook} open={open} />,
    },
  ]
}

function Sent({ sent_at, waiting, failed }: Webhook) {
  const { t } = useTranslation('webhooks')
  return (
    <span className="clients-two">
      {sent_at === null ? t('never') : formatInstant(sent_at)}
      {waiting > 0 && <small>{t('waiting', { n: waiting })}</small>}
      {failed > 0 && <small className="clients-fault">{t('failedCount', { n: failed })}</small>}
    </span>
  )
}

function Actions({ webhook, open }: { webhook: Webhook; open: (dialog: Dialog) => void }) {
  const { t } = useTranslation('webhooks')
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)
  const { webhook_id, name, active } = webhook
  const tryIt = async () => {
    setBusy(true)
    try {
      await api(testWebhook, { webhook_id })
      showSuccess(t('test.done'))
      open({ kind: 'log', webhook })
    } catch (error) {
      showFailure(error, t('test.failed'))
    } finally {
      setBusy(false)
      await webhooksChanged()
    }
  }
  const remove = () =>
    confirm('delete.webhook', name, deleteWebhook, { webhook_id }, webhooksChanged)
  return (
    <RowActions
      actions={[
        active && { label: t('test.button'), loading: busy, onClick: () => void tryIt() },
        { label: t('log.button'), onClick: () => open({ kind: 'log', webhook }) },
        { label: t('common:action.edit'), onClick: () => open({ kind: 'edit', webhook }) },
        { label: t('rotate.button'), onClick: () => open({ kind: 'rotate', webhook }) },
        { label: t('common:action.delete'), danger: true, onClick: remove },
      ]}
    />
  )
}
