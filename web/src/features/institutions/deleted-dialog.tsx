import { adminRestoreInstitution } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { App, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { Clip } from '../../ui/lists/cells.tsx'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { PageTable } from '../../ui/lists/page-table.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { Nothing } from '../../ui/states/states.tsx'
import { contactColumn } from './institution-columns.tsx'
import { institutionQueries, institutionsChanged, type DeletedInstitution } from './queries.ts'

/** Deleted institutions that can still be restored, and until when. */
export function DeletedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('institutions')
  const { modal } = App.useApp()
  const confirm = useConfirm()
  const [page, setPage] = useState(1)
  const query = useQuery(institutionQueries.deleted(page))
  const restore = ({ oid, name }: DeletedInstitution) =>
    confirm('restore.institution', 'plain', name, adminRestoreInstitution, { oid }, (done) => {
      if (done.members_left > 0)
        modal.info({
          title: t('deleted.leftTitle'),
          content: t('deleted.left', { count: done.members_left }),
          okText: t('common:action.confirm'),
        })
      return institutionsChanged()
    })
  return (
    <Modal
      open
      centered
      title={t('deleted.title')}
      width="9.6rem"
      footer={null}
      closable={{ 'aria-label': t('common:action.close') }}
      onCancel={onClose}
    >
      <p className="soft dialog-hint">{t('deleted.hint')}</p>
      <PageTable<DeletedInstitution>
        label={t('deleted.title')}
        query={{ ...query, data: query.data && { ...query.data, rows: query.data.organizations } }}
        rowKey="oid"
        onPage={setPage}
        failed={t('deleted.failed')}
        empty={<Nothing hint={t('deleted.empty')} />}
        columns={[
          { title: t('field.name'), key: 'name', render: (_, { name }) => <Clip text={name} /> },
          contactColumn(t),
          {
            title: t('field.deleted_at'),
            key: 'deleted_at',
            render: (_, { deleted_at }) => formatInstant(deleted_at),
          },
          {
            title: t('field.final_at'),
            key: 'final_at',
            render: (_, { final_at }) => formatInstant(final_at),
          },
          {
            title: t('field.action'),
            key: 'action',
            fixed: 'end',
            render: (_, institution) => (
              <RowActions
                actions={[{ label: t('deleted.restore'), onClick: () => restore(institution) }]}
              />
            ),
          },
        ]}
      />
    </Modal>
  )
}
