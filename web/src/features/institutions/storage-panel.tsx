import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { institutionQueries } from './queries.ts'

/** How much of its limit the institution uses, and how much of that nobody sees any more. */
export function StoragePanel() {
  const { t } = useTranslation('institutions')
  const query = useQuery(institutionQueries.storage())
  if (!query.data) {
    return query.isError ? <Failed title={t('storage.failed')} query={query} /> : <Loading />
  }
  const { stored_mb: stored, deleted_mb: deleted, storage_limit_mb: limit } = query.data
  return (
    <section className="panel institution-panel" aria-labelledby="storage-title">
      <h2 id="storage-title">{t('storage.title')}</h2>
      <p>
        {limit === null ? t('storage.unlimited', { stored }) : t('storage.used', { stored, limit })}
      </p>
      {deleted > 0 && <p className="soft">{t('storage.deleted', { deleted })}</p>}
    </section>
  )
}
