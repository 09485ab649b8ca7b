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
  const institution = query.data
  if (!institution) {
    return query.isError ? <Failed title={t('detail.failed')} query={query} /> : <Loading />
  }
  const pending = institution.review_status === 0
  const fact = (key: string, children: React.ReactNode) => ({
    key,
    label: t(`field.${key}`),
    children: <span className="long-text">{children}</span>,
  })
  return (
    <>
      <InstitutionFacts
        institution={institution}
        more={[
          fact('review_status', t(`review.status.${institution.review_status}`)),
          ...(institution.join_type === 1
            ? [fact('created_at', formatInstant(institution.created_at))]
            : []),
          ...(institution.review_time === null
            ? []
            : [fact('review_time', formatInstant(institution.review_time))]),
          ...(institution.review_msg === '' ? [] : [fact('review_msg', institution.review_msg)]),
          ...(pending
            ? []
            : [
                fact('main_account', institution.main_account.username),
                fact(
                  'members',
                  t('limit.used', {
                    used: institution.member_count,
                    limit: institution.account_limit,
                  }),
                ),
                fact('clients', String(institution.client_count)),
                fact(
                  'storage',
                  institution.storage_limit_mb === null
                    ? t('storage.noLimit', { stored: institution.stored_mb })
                    : t('storage.share', {
                        stored: institution.stored_mb,
                        limit: institution.storage_limit_mb,
                      }),
                ),
                fact(
                  'waiting_limit',
                  institution.waiting_limit === null
                    ? t('quota.none')
                    : String(institution.waiting_limit),
                ),
              ]),
        ]}
      />
      {institution.join_type === 1 && (
        <section className="documents-section">
          <h3>{t('documents.label')}</h3>
          <Documents documents={institution.documents} refused={institution.review_status === 2} />
        </section>
      )}
    </>
  )
}
