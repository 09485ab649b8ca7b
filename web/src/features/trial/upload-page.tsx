import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { Batch } from './batch.tsx'
import { acceptedQuery, batchesQuery, useTrialEvents } from './queries.ts'
import { Uploads } from './uploads.tsx'
import './trial.css'

/** Where a trial user uploads photographs and watches the newest batch. */
export function Component() {
  const { t } = useTranslation('trial')
  useTrialEvents()
  const query = useQuery(acceptedQuery())
  const newest = useQuery(batchesQuery(1))
  const [batch] = newest.data?.rows ?? []
  return (
    <>
      <PageTitle title={t('title')}>
        <Button href={`#${PATHS.functionalTest}`}>{t('records')}</Button>
      </PageTitle>
      {query.isPending && <Loading />}
      {query.isError && !query.data && <Failed title={t('accepted.failed')} query={query} />}
      {query.data && <Uploads {...query.data} />}
      {batch && (
        <section aria-labelledby="trial-newest">
          <h2 id="trial-newest" className="trial-heading">
            {t('newest')}
          </h2>
          <Batch key={batch.anal_id} batch={batch} open />
        </section>
      )}
    </>
  )
}
