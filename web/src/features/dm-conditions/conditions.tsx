import { DmConditions } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../lib/texts/i18n.ts'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { conditionsQuery } from './queries.ts'
import { Told } from './told.tsx'
import { EditDialog } from './edit-dialog.tsx'

/** Diabetes of a patient. */
export function PatientConditions({ pid }: { pid: string }) {
  const { t } = useTranslation('dm-conditions')
  const query = useQuery(conditionsQuery(pid))
  const [edited, setEdited] = useState<DmConditions | null>(null)
  const { data } = query
  if (query.isError && !data) return <Failed title={t('failed')} query={query} />
  if (!data) return <Loading />
  return (
    <section className="panel">
      {data.older.length > 0 && (
        <Alert type="warning" showIcon className="patient-notice" title={t('merged')} />
      )}
      <Told
        title={t('title')}
        extra={<Button onClick={() => setEdited(data)}>{t('common:action.edit')}</Button>}
        told={data}
        isMerged={data.older.length > 0}
      />
      {data.older.map((told) => (
        <Told
          key={`${told.record?.ad_card_number} ${told.changed_at}`}
          title={t('older', { day: told.changed_at === null ? '' : formatDay(told.changed_at) })}
          told={told}
          newest={data}
          isMerged
        />
      ))}
      {edited && <EditDialog record={edited} onClose={() => setEdited(null)} />}
    </section>
  )
}
