import { Complication, DEFAULT_ORDER } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { complicationsQuery, type Order } from './queries.ts'
import { ComplicationTable } from './complication-table.tsx'
import { AddComplicationDialog, EditComplicationDialog } from './complication-dialogs.tsx'
import './complications.css'

/** Complications of diabetes and their treatment. */
export function PatientComplications({ pid }: { pid: string }) {
  const { t } = useTranslation('complications')
  const [order, setOrder] = useState<Order>(DEFAULT_ORDER)
  const query = useQuery(complicationsQuery(pid, order))
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Complication | null>(null)
  const { data } = query
  const add = (
    <Button type="primary" onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <div className="complications-head">
        <Segmented<Order>
          value={order}
          onChange={setOrder}
          options={(['1', '2'] as const).map((value) => ({ value, label: t(`order.${value}`) }))}
        />
        {add}
      </div>
      {query.isError && !data && <Failed title={t('failed')} query={query} />}
      {!query.isError && !data && <Loading />}
      {data && <ComplicationTable rows={data.rows} onEdit={setEdited} />}
      {adding && <AddComplicationDialog pid={pid} onClose={() => setAdding(false)} />}
      {edited && <EditComplicationDialog record={edited} onClose={() => setEdited(null)} />}
    </>
  )
}
