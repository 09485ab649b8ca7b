import { PlusOutlined } from '@ant-design/icons'
import type { ApiClient } from '@mingmou/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { PageTable } from '../../ui/lists/page-table.tsx'
import { Nothing } from '../../ui/states/states.tsx'
import { AddClientDialog, EditClientDialog, RotateClientDialog } from './client-dialogs.tsx'
import { SecretDialog, type Secret } from './secret-dialog.tsx'
import { clientsQuery } from './queries.ts'
import { Webhooks } from './webhooks.tsx'
import type { ClientDialog } from './client-actions.tsx'
import { useClientColumns } from './client-columns.tsx'
import './clients.css'

/** The programs that may call in the name of the institution, as its main account lets them in. */
export function Component() {
  const { t } = useTranslation('clients')
  const [page, setPage] = useState(1)
  const [dialog, setDialog] = useState<ClientDialog | null>(null)
  const [told, setTold] = useState<Secret | null>(null)
  const query = useQuery({ ...clientsQuery(page), placeholderData: keepPreviousData })
  const columns = useClientColumns(setDialog)
  const close = () => setDialog(null)
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog({ kind: 'add' })}>
      {t('add.button')}
    </Button>
  )
  return (
    <>
      <PageTitle title={t('title')}>{add}</PageTitle>
      <div className="panel list">
        <p className="soft clients-lead">{t('lead')}</p>
        <PageTable<ApiClient>
          label={t('title')}
          query={query}
          rowKey="client_id"
          onPage={setPage}
          failed={t('failed')}
          empty={<Nothing hint={t('empty')}>{add}</Nothing>}
          columns={columns}
        />
      </div>
      <Webhooks />
      {dialog?.kind === 'add' && <AddClientDialog onClose={close} onSecret={setTold} />}
      {dialog?.kind === 'edit' && <EditClientDialog client={dialog.client} onClose={close} />}
      {dialog?.kind === 'rotate' && (
        <RotateClientDialog client={dialog.client} onClose={close} onSecret={setTold} />
      )}
      {told && <SecretDialog told={told} onClose={() => setTold(null)} />}
    </>
  )
}
