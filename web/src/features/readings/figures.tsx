import type { ReaderFigures } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { useTranslation } from 'react-i18next'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { figuresQuery } from './queries.ts'

/** How readers agree and how long they take: a reader sees his own, the main account all. */
export function Figures() {
  const { t } = useTranslation('readings')
  const query = useQuery(figuresQuery())
  const told = useTold()
  if (!query.data)
    return query.isError ? <Failed title={t('figuresFailed')} query={query} /> : <Loading />
  const { readers } = query.data
  return (
    <div className="panel">
      {readers.length === 0 ? (
        <Nothing hint={t('figuresEmpty')} />
      ) : (
        <Table<ReaderFigures>
          rowKey="uid"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={readers}
          columns={[
            { title: t('reader'), dataIndex: 'name' },
            { title: t('readings'), dataIndex: 'readings' },
            { title: t('kappa'), render: (_, { kappa }) => told.interval(kappa) },
            { title: t('sensitivity'), render: (_, reader) => told.interval(reader.sensitivity) },
            {
              title: t('seconds'),
              render: (_, { seconds, readings }) =>
                seconds === null
                  ? t('few', { n: readings })
                  : t('time', { m: Math.floor(seconds / 60), s: seconds % 60 }),
            },
            { title: t('ungradable'), render: (_, reader) => told.interval(reader.ungradable) },
          ]}
        />
      )}
      <p className="soft">{t('figuresHint')}</p>
    </div>
  )
}

function useTold() {
  const { t } = useTranslation('readings')
  const interval = (of: Pick<ReaderFigures['kappa'], 'n' | 'value' | 'interval95'>) =>
    of.value === null || of.interval95 === null
      ? t('few', { n: of.n })
      : t('value', {
          value: of.value.toFixed(2),
          low: of.interval95[0].toFixed(2),
          high: of.interval95[1].toFixed(2),
          n: of.n,
        })
  return { interval }
}
