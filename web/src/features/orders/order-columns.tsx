import { MODALITY, type PhotoOrder } from '@mingmou/contract'
import { Tag, type TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import { diagnosisPath, orderSlipPath, patientDetailPath } from '../../paths.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { ageOn } from '../../ui/lists/age.ts'
import { Clip, Whole } from '../../ui/lists/cells.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'

const COLOR = { open: 'processing', done: 'success', cancelled: 'default' } as const

export function useOrderColumns(
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
