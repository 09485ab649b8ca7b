import { EXPERIENCE_PAGE_SIZE } from '@mingmou/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { PATHS, trialListPath } from '../../app/paths.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Failed, Loading, Nothing } from '../../ui/states.tsx'
import { Batch } from './batch.tsx'
import { useDelete } from './delete.ts'
import { batchesQuery, useTrialEvents } from './queries.ts'
import './trial.css'

/** Every batch of the account, by pages. `index` names the one whose results are open. */
export function Component() {
  const { t } = useTranslation('trial')
  const navigate = useNavigate()
  useTrialEvents()
  const [params] = useSearchParams()
  const index = params.get('index')
  const query = useQuery({
    ...batchesQuery(wholeNumber(params.get('page'), 1)),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const askDelete = useDelete()
  const go = (page: number, open?: number) => void navigate(trialListPath(page, open))
  return (
    <div className="trial-page">
      <PageTitle title={t('list.title')}>
        {data && data.rows.length > 0 && (
          <Button danger onClick={() => askDelete(null, '')}>
            {t('list.deleteAll')}
          </Button>
        )}
        <Button type="primary" href={`#${PATHS.experienceDiagnosis}`}>
          {t('list.upload')}
        </Button>
      </PageTitle>
      {query.isPending && <Loading />}
      {query.isError && !data && <Failed title={t('list.failed')} query={query} />}
      {data?.rows.length === 0 && (
        <div className="panel">
          <Nothing hint={t('list.empty')} />
        </div>
      )}
      {data && data.rows.length > 0 && (
        <>
          <p className="soft">
            {t('list.counts', { success: data.success_count, total: data.total_count })}
          </p>
          {data.rows.map((batch, at) => (
            <Batch
              key={batch.anal_id}
              batch={batch}
              open={index === String(at)}
              onToggle={() => go(data.page, index === String(at) ? undefined : at)}
            />
          ))}
          <Pagination
            current={data.page}
            pageSize={EXPERIENCE_PAGE_SIZE}
            total={data.total_count}
            showSizeChanger={false}
            hideOnSinglePage
            onChange={(page) => go(page)}
          />
        </>
      )}
    </div>
  )
}

function wholeNumber(value: string | null, otherwise: number): number {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : otherwise
}
