import { listDocuments } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/calls/call-query.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { Failed } from '../../ui/states/states.tsx'

/** Documents that devices sent of the patient; nothing where there is none. */
export function Documents({ pid }: { pid: string }) {
  const { t } = useTranslation('patients')
  const query = useQuery(callQuery(listDocuments, { pid }))
  if (query.isError && !query.data) return <Failed title={t('documents.failed')} query={query} />
  if (!query.data || query.data.rows.length === 0) return null
  return (
    <section className="panel patient-documents">
      <h2>{t('documents.title')}</h2>
      <ul>
        {query.data.rows.map(({ received_id, device, received_at, url }) => (
          <li key={received_id}>
            {t('documents.from', { device, at: formatInstant(received_at) })}{' '}
            <a href={url}>{t('documents.save')}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
