import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { Documents } from './documents.tsx'
import { InstitutionFacts } from './institution-facts.tsx'
import { institutionQueries } from './queries.ts'

/** Everything an administrator knows of an institution. */
export function DetailDialog({ oid, onClose }: { oid: string; onClose: () => void }) {
  const { t } = useTranslation('institutions')
  return (
    <Modal
      open
      centered
      title={t('detail.title')}
      width="7.6rem"
      footer={null}
      closable={{ 'aria-label': t('common:action.close') }}
      onCancel={onClose}
      styles={{ body: { maxHeight: 'calc(0.76 * var(--page-height))', overflowY: 'auto' } }}
    >
      <Detail oid={oid} />
    </Modal>
  )
}

export function Detail({ oid }: { oid: string }) {
  const { t } = useTranslation('institutions')
  const query = useQuery(institutionQueries.detail(oid))
  const one = query.data
  if (!one) {
    return query.isError ? <Failed title={t('detail.failed')} query={query} /> : <Loading />
  }
  const pending = one.review_status === 0
  const fact = (key: string, children: React.ReactNode) => ({
    key,
    label: t(`field.${key}`),
    children: <span className="long-text">{children}</span>,
  })
  return (
    <>
      <InstitutionFacts
        institution={one}
        more={[
          fact('review_status', t(`review.status.${one.review_status}`)),
          ...(one.join_type === 1 ? [fact('created_at', formatInstant(one.created_at))] : []),
          ...(one.review_time === null
            ? []
            : [fact('review_time', formatInstant(one.review_time))]),
          ...(one.review_msg === '' ? [] : [fact('review_msg', one.review_msg)]),
          ...(pending
            ? []
            : [
                fact('main_account', one.main_account.username),
                fact(
                  'members',
                  t('limit.used', { used: one.member_count, limit: one.account_limit }),
                ),
                fact('clients', String(one.client_count)),
                fact(
                  'storage',
                  one.storage_limit_mb === null
                    ? t('storage.noLimit', { stored: one.stored_mb })
                    : t('storage.share', { stored: one.stored_mb, limit: one.storage_limit_mb }),
                ),
                fact(
                  'waiting_limit',
                  one.waiting_limit === null ? t('quota.none') : String(one.waiting_limit),
                ),
              ]),
        ]}
      />
      {one.join_type === 1 && (
        <section className="documents-section">
          <h3>{t('documents.label')}</h3>
          <Documents documents={one.documents} refused={one.review_status === 2} />
        </section>
      )}
    </>
  )
}
