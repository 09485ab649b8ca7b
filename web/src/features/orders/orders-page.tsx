import {
  MODALITIES,
  MODALITY,
  ORDER_STATES,
  type listOrders,
  type PhotoOrder,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { diagnosisPath, orderSlipPath, patientDetailPath, PATHS } from '../../paths.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { ageOn } from '../../ui/lists/age.ts'
import { Clip, Whole } from '../../ui/lists/cells.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { CancelOrderDialog, EditOrderDialog } from './order-dialogs.tsx'
import { FILTERS, orderList, stationsQuery, useOrderEvents, type OrdersPage } from './queries.ts'
import './orders.css'

/** What is to be photographed today, and what of earlier days was not. */
export function Component() {
  const { t } = useTranslation('orders')
  useOrderEvents()
  const stations = useQuery(stationsQuery()).data?.rows ?? []
  const [asked, setAsked] = useState<{ what: 'edit' | 'cancel'; order: PhotoOrder } | null>(null)
  const columns = useColumns((what, order) => setAsked({ what, order }))
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

const COLOR = { open: 'processing', done: 'success', cancelled: 'default' } as const

function useColumns(
  ask: (what: 'edit' | 'cancel', order: PhotoOrder) => void,
): TableColumnsType<PhotoOrder> {
  const { t } = useTranslation('orders')
  const actionsOf = (order: PhotoOrder) => [
    order.state === 'open' && { label: t('slip.open'), href: `#${orderSlipPath(order.order_id)}` },
    order.done !== null && { label: t('see'), href: doneOf(order, order.done.rid) },
    order.state === 'open' && { label: t('edit.button'), onClick: () => ask('edit', order) },
    order.state === 'open' && {
      label: t('cancel.button'),
      danger: true,
      onClick: () => ask('cancel', order),
    },
  ]
  return [
    {
      title: t('field.when'),
      key: 'when',
      render: (_, { day, time, state, overdue }) =>
        lines(
          time === null ? day : `${day} ${time}`,
          <span>
            <Tag color={COLOR[state]}>{t(`state.${state}`)}</Tag>
            {overdue && <Tag color="warning">{t('late')}</Tag>}
          </span>,
        ),
    },
    {
      title: t('field.patient'),
      key: 'patient',
      render: (_, { pid, name, gender, birthday, ad_card_number }) =>
        lines(
          <a href={`#${patientDetailPath(pid)}`}>
            <Clip text={name} />
          </a>,
          <Whole
            text={`${t(`gender.${gender}`)} · ${t('years', { count: ageOn(birthday) })} · ${ad_card_number}`}
          />,
        ),
    },
    {
      title: t('field.modality'),
      key: 'modality',
      render: (_, { modality, eyes, station }) =>
        lines(
          t(`kinds:${modality}.ordered`),
          <Clip text={`${t(`eyes.${eyes}`)} · ${station ?? t('anyStation')}`} />,
        ),
    },
    {
      title: t('field.accession'),
      key: 'accession',
      render: (_, { accession, ordered_by, ordered_at }) =>
        lines(
          accession,
          <span title={formatInstant(ordered_at)}>
            <Clip text={t('orderedBy', { name: ordered_by })} width="1.4rem" />
          </span>,
        ),
    },
    {
      title: t('field.note'),
      key: 'note',
      render: (_, { done, cancelled }) => (
        <span className="order-note soft">
          {done && t('doneAt', { at: formatInstant(done.at) })}
          {cancelled && (
            <span title={formatInstant(cancelled.at)}>
              <Whole text={t('cancelledBy', { name: cancelled.by, reason: cancelled.reason })} />
            </span>
          )}
        </span>
      ),
    },
    {
      title: t('field.action'),
      key: 'action',
      fixed: 'end',
      render: (_, order) => <RowActions actions={actionsOf(order)} />,
    },
  ]
}

/** What is read first, and below it what belongs to it. */
const lines = (first: React.ReactNode, second: React.ReactNode) => (
  <span className="order-cell">
    <span>{first}</span>
    <span className="soft">{second}</span>
  </span>
)

const doneOf = ({ modality, pid }: PhotoOrder, rid: string) =>
  `#${diagnosisPath({ tab: MODALITY[modality].tab, pid, image_id: rid })}`
