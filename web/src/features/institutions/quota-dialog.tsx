import { adminChangeQuota, type Institution } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { InputNumber, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { institutionQueries, institutionsChanged } from './queries.ts'

/** How much an institution may keep and have waiting. An empty field is no limit. */
export function QuotaDialog(props: { institution: Institution; onClose: () => void }) {
  const { t } = useTranslation('institutions')
  const { oid, name } = props.institution
  // A form begins with what the server has now: what the cache holds may be older than the last change.
  const query = useQuery({ ...institutionQueries.detail(oid), refetchOnMount: 'always' })
  const detail = query.isFetchedAfterMount ? query.data : undefined
  if (!detail) {
    return (
      <Modal open centered title={t('quota.title')} footer={null} onCancel={props.onClose}>
        {query.isError ? <Failed title={t('detail.failed')} query={query} /> : <Loading />}
      </Modal>
    )
  }
  const { storage_limit_mb, waiting_limit, stored_mb } = detail
  return (
    <CallDialog
      title={t('quota.title')}
      call={adminChangeQuota}
      width="4.2rem"
      fixed={{ oid }}
      initial={{ storage_limit_mb, waiting_limit }}
      fallback={t('quota.failed')}
      onClose={props.onClose}
      done={t('quota.done')}
      onDone={institutionsChanged}
    >
      <p className="dialog-hint long-text">{name}</p>
      <p className="dialog-hint">{t('quota.hint', { stored: stored_mb })}</p>
      <Field name="storage_limit_mb" label={t('field.storage_limit_mb')}>
        <InputNumber autoFocus min={1} precision={0} style={{ width: '100%' }} />
      </Field>
      <Field name="waiting_limit" label={t('field.waiting_limit')}>
        <InputNumber min={1} precision={0} style={{ width: '100%' }} />
      </Field>
    </CallDialog>
  )
}
