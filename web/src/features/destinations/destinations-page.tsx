import { PlusOutlined } from '@ant-design/icons'
import type { Destination } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { ScrollTable } from '../../ui/lists/scroll-table.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { DestinationDialog } from './destination-dialog.tsx'
import { destinationsQuery } from './queries.ts'
import { ViewerCard } from './viewer-card.tsx'
import { useDestinationColumns } from './destination-columns.tsx'
import './destinations.css'

/** The archives and systems that reports of the institution are sent to, as its main account sets them. */
export function Component() {
  const { t } = useTranslation('destinations')
  const query = useQuery(destinationsQuery())
  const [dialog, setDialog] = useState<{ destination: Destination | null } | null>(null)
  const columns = useDestinationColumns((destination) => setDialog({ destination }))
  if (!query.data) {
    return query.isError ? <Failed title={t('failed')} query={query} /> : <Loading />
  }
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog({ destination: null })}>
      {t('add.button')}
    </Button>
  )
  return (
    <>
      <PageTitle title={t('title')}>{add}</PageTitle>
      <div className="panel">
        <p className="soft destinations-lead">{t('lead')}</p>
        <ScrollTable<Destination>
          aria-label={t('title')}
          rowKey="destination_id"
          columns={columns}
          dataSource={query.data.rows}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: <Nothing hint={t('none')} /> }}
        />
      </div>
      <ViewerCard viewer={query.data.viewer} />
      {dialog && <DestinationDialog {...dialog} onClose={() => setDialog(null)} />}
    </>
  )
}
