import { PrinterOutlined } from '@ant-design/icons'
import type { getOrder, DataOf } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Result } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PATHS } from '../../paths.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { Bars } from './bars.tsx'
import { orderQuery } from './queries.ts'
import './orders.css'

/** What the patient carries to the camera: who, what, and the number as bars that a scanner reads. */
export function Component() {
  const { t } = useTranslation('orders')
  const [params] = useSearchParams()
  const order_id = params.get('order_id') ?? ''
  const query = useQuery({ ...orderQuery(order_id), enabled: order_id !== '' })
  const { data } = query
  const back = <Button href={`#${PATHS.orders}`}>{t('slip.back')}</Button>
  if (order_id === '') return <Result status="warning" title={t('slip.none')} extra={back} />
  if (query.isError && !data) return <Failed title={t('slip.failed')} query={query} extra={back} />
  if (!data) return <Loading />
  return (
    <div className="order-slip-page">
      <PageTitle title={t('slip.title')}>
        {back}
        <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
          {t('slip.print')}
        </Button>
      </PageTitle>
      <Slip order={data} />
    </div>
  )
}

function Slip({ order }: { order: DataOf<typeof getOrder> }) {
  const { t } = useTranslation('orders')
  const { name, gender, birthday, ad_card_number, modality, eyes, day, time, station } = order
  const facts = {
    card: ad_card_number,
    gender: t(`gender.${gender}`),
    birthday,
    modality: t(`kinds:${modality}.ordered`),
    eyes: t(`eyes.${eyes}`),
    when: time === null ? day : `${day} ${time}`,
    device_id: station ?? t('anyStation'),
  }
  return (
    <article className="order-slip" aria-label={t('slip.title')}>
      <header>
        <span>{order.institution}</span>
        {order.state !== 'open' && <strong>{t(`state.${order.state}`)}</strong>}
      </header>
      <h2>{name}</h2>
      <dl>
        {Object.entries(facts).map(([key, value]) => (
          <div key={key}>
            <dt>{t(`field.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Bars text={order.accession} label={t('slip.bars', { accession: order.accession })} />
      <p className="order-slip-number">{order.accession}</p>
    </article>
  )
}
