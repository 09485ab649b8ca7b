import { PlusOutlined } from '@ant-design/icons'
import { text, type Institution } from '@mingmou/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { AddInstitutionDialog } from './add-dialog.tsx'
import { DeletedDialog } from './deleted-dialog.tsx'
import { DetailDialog } from './detail-dialog.tsx'
import { EditInstitutionDialog } from './edit-dialog.tsx'
import { LimitDialog } from './limit-dialog.tsx'
import { QuotaDialog } from './quota-dialog.tsx'
import { useListColumns, type RowDialog } from './list-columns.tsx'
import { institutionList } from './queries.ts'
import { searchFields } from './search-fields.ts'
import './institutions.css'

type Dialog = { kind: 'add' | 'deleted' } | { kind: RowDialog; institution: Institution }

const IN_ADDRESS = ['status', 'area_id']

/** The institutions on the platform, for its administrators. */
export function Component() {
  const { t } = useTranslation('institutions')
  const isFirst = useSession()?.role === '1'
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const columns = useListColumns((kind, institution) => setDialog({ kind, institution }))
  const close = () => setDialog(null)
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog({ kind: 'add' })}>
      {t('add.button')}
    </Button>
  )
  return (
    <>
      <PageTitle title={t('list.title')}>
        {isFirst && (
          <Button onClick={() => setDialog({ kind: 'deleted' })}>{t('deleted.title')}</Button>
        )}
        {add}
      </PageTitle>
      <ListPage
        label={t('list.title')}
        list={institutionList}
        fields={[
          ...searchFields(t),
          { name: 'area_id', label: t('field.area_id'), kind: 'area' },
          {
            name: 'status',
            label: t('field.status'),
            choices: {
              '1': text(language(), 'status_active'),
              '2': text(language(), 'status_banned'),
            },
          },
        ]}
        inAddress={IN_ADDRESS}
        rowKey="oid"
        columns={columns}
        failed={t('list.failed')}
        empty={t('list.empty')}
        add={add}
      />
      {dialog?.kind === 'add' && <AddInstitutionDialog onClose={close} />}
      {dialog?.kind === 'deleted' && <DeletedDialog onClose={close} />}
      {dialog?.kind === 'detail' && <DetailDialog oid={dialog.institution.oid} onClose={close} />}
      {dialog?.kind === 'edit' && (
        <EditInstitutionDialog institution={dialog.institution} isOwn={false} onClose={close} />
      )}
      {dialog?.kind === 'quota' && <QuotaDialog institution={dialog.institution} onClose={close} />}
      {dialog?.kind === 'limit' && <LimitDialog institution={dialog.institution} onClose={close} />}
    </>
  )
}
