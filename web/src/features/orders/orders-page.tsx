import { MODALITIES, ORDER_STATES, type listOrders, type PhotoOrder } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { CancelOrderDialog, EditOrderDialog } from './order-dialogs.tsx'
import { FILTERS, orderList, stationsQuery, useOrderEvents, type OrdersPage } from './queries.ts'
import { useOrderColumns } from './order-columns.tsx'
import './orders.css'

/** What is to be photographed today, and what of earlier days was not. */
export function Component() {
  const { t } = useTranslation('orders')
  useOrderEvents()
  const stations = useQuery(stationsQuery()).data?.rows ?? []
  const [asked, setAsked] = useState<{ what: 'edit' | 'cancel'; order: PhotoOrder } | null>(null)
  const columns = useOrderColumns((what, order) => setAsked({ what, order }))
  const close = () => setAsked(null)
  const textOf = (of: string, keys: readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, t(`${of}.${key}`)]))
  return (
    <>
      <PageTitle title={t('title')}>
        <Button href={`#${PATHS.patients}`}>{t('toPatients')}</Button>
      </PageTitle>
      <ListPage<typeof listOrders, PhotoOrder, OrdersPage>
        label={t('title')}
        list={orderList}
        fields={[
          { name: 'day', label: t('field.day'), kind: 'date' },
          {
            name: 'modality',
            label: t('field.modality'),
            choices: textOf(
              'modality',
              MODALITIES.map(({ key }) => key),
            ),
          },
          ...(stations.length > 0
            ? [
                {
                  name: 'device_id',
                  label: t('field.device_id'),
                  choices: Object.fromEntries(
                    stations.map(({ device_id, name }) => [device_id, name]),
                  ),
                },
              ]
            : []),
          { name: 'state', label: t('field.state'), choices: textOf('state', ORDER_STATES) },
        ]}
        inAddress={FILTERS}
        rowKey="order_id"
        columns={() => columns}
        above={(page) =>
          page !== undefined && (
            <p className="panel order-counts" role="status">
              <span>{t('open', { count: page.open })}</span>
              {page.overdue > 0 && (
                <Tag color="warning">{t('overdue', { count: page.overdue })}</Tag>
              )}
            </p>
          )
        }
        failed={t('failed')}
        empty={t('empty')}
      />
      {asked?.what === 'edit' && <EditOrderDialog order={asked.order} onClose={close} />}
      {asked?.what === 'cancel' && <CancelOrderDialog order={asked.order} onClose={close} />}
    </>
  )
}
