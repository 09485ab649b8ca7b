import { EXPERIENCE_PAGE_SIZE } from '@mingmou/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { useTranslation } from 'react-i18next'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useGoOn } from '../../lib/places/use-go-on.ts'
import { PATHS, trialListPath } from '../../paths.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { Batch } from './batch.tsx'
import { useDelete } from './delete.ts'
import { batchesQuery, pathOfBatch, useTrialEvents } from './queries.ts'
import './trial.css'

/** The state of an address that a press on this page made: what was pressed is in view. */
const BY_HAND = 'by hand'

/** Every batch of the account, by pages. `index` names the one whose results are open, in view. */
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
  const go = (page: number, open?: number) =>
    void navigate(trialListPath(page, open), { state: BY_HAND })
  // The page before is no place to look for a batch of the next one.
  const open = query.isPlaceholderData ? undefined : data?.rows[Number(index ?? -1)]
  const meant = params.get('batch')
  const moved = open !== undefined && meant !== null && open.anal_id !== meant
  const goOn = useEffectEvent(useGoOn())
  useEffect(() => {
    if (!moved) return
    let isMeant = true
    void pathOfBatch(meant).then((path) => {
      if (isMeant && path !== null) goOn(path, { replace: true })
    })
    return () => {
      isMeant = false
    }
  }, [moved, meant])
  const isLedTo = useLocation().state !== BY_HAND && !moved
  const shown = moved ? undefined : open?.anal_id
  useEffect(() => {
    if (isLedTo && shown !== undefined) document.getElementById(shown)?.scrollIntoView()
  }, [isLedTo, shown])
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
              open={batch.anal_id === shown}
              onToggle={() => go(data.page, batch.anal_id === shown ? undefined : at)}
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
