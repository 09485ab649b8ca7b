import { FIRST_MODALITY, MODALITIES, type Modality } from '@mingmou/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { PATHS } from '../../../paths.ts'
import { OfModality } from '../../../modalities/use-modality.ts'
import { PageTitle } from '../../../ui/frame/page-title.tsx'
import { Failed, Loading } from '../../../ui/states/states.tsx'
import { batchQuery, useBatchEvents } from '../batch/filing.ts'
import { BatchOfKind } from '../batch/of-kind.tsx'
import { AllFiles } from './all.tsx'
import '../batch/batch.css'

const PARTS = ['waiting', 'all'] as const

/**
 * The inbox: photographs of many patients that persons upload together and devices send, filed by eye and patient, one
 * kind of image at a time; and where every file is that came.
 */
export function Component() {
  const { t } = useTranslation('batch')
  const [part, setPart] = useState<(typeof PARTS)[number]>('waiting')
  const [kind, setKind] = useState<Modality>(FIRST_MODALITY.key)
  // In another language the files are asked for anew. What hangs on those that are shown, a table and uploads, goes on.
  const query = useQuery({ ...batchQuery(), placeholderData: keepPreviousData })
  const { pathname } = useLocation()
  useBatchEvents()
  const rows = query.data?.rows
  const waiting = (key: Modality) =>
    rows?.filter((row) => row.modality === key && row.filed === null).length ?? 0
  return (
    <>
      <PageTitle title={t('title')}>
        {part === 'waiting' && (
          <>
            <span className="batch-hint soft">{t('keys')}</span>
            <Segmented
              aria-label={t('kind')}
              value={kind}
              onChange={setKind}
              options={MODALITIES.map(({ key }) => ({
                value: key,
                label: `${t(`kinds:${key}.listed`)}${waiting(key) > 0 ? ` ${waiting(key)}` : ''}`,
              }))}
            />
          </>
        )}
        <Segmented
          aria-label={t('part.label')}
          value={part}
          onChange={setPart}
          options={PARTS.map((value) => ({ value, label: t(`part.${value}`) }))}
        />
        {pathname === PATHS.batch && <Button href={`#${PATHS.worklist}`}>{t('back')}</Button>}
      </PageTitle>
      {part === 'all' && <AllFiles onWaiting={() => setPart('waiting')} />}
      {part === 'waiting' && query.isPending && <Loading />}
      {part === 'waiting' && query.isError && !rows && (
        <Failed title={t('list.failed')} query={query} />
      )}
      {part === 'waiting' && rows && (
        <OfModality key={kind} value={kind}>
          <BatchOfKind rows={rows.filter(({ modality }) => modality === kind)} />
        </OfModality>
      )}
    </>
  )
}
