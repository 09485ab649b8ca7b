import { FIRST_MODALITY, MODALITIES, type Modality } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import { OfModality } from '../../modalities/use-modality.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { batchQuery, useBatchEvents } from './batch-filing.ts'
import { BatchOfKind } from './batch-of-kind.tsx'
import './batch.css'

/** Many photographs of many patients, uploaded together and filed by eye and patient. One kind of image at a time. */
export function Component() {
  const { t } = useTranslation('batch')
  const [kind, setKind] = useState<Modality>(FIRST_MODALITY.key)
  const query = useQuery(batchQuery())
  useBatchEvents()
  const rows = query.data?.rows
  const waiting = (key: Modality) =>
    rows?.filter((row) => row.modality === key && row.filed === null).length ?? 0
  return (
    <>
      <PageTitle title={t('title')}>
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
        <Button href={`#${PATHS.worklist}`}>{t('back')}</Button>
      </PageTitle>
      {query.isPending && <Loading />}
      {query.isError && !rows && <Failed title={t('list.failed')} query={query} />}
      {rows && (
        <OfModality key={kind} value={kind}>
          <BatchOfKind rows={rows.filter(({ modality }) => modality === kind)} />
        </OfModality>
      )}
    </>
  )
}
