import { listDeliveries, sendAgain, type Delivery } from '@mingmou/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { callQuery } from '../../lib/calls/call-query.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { Failed } from '../../ui/states/states.tsx'
import { deliveriesChanged } from './queries.ts'

const TONES = {
  waiting: 'processing',
  sent: 'success',
  failed: 'error',
  dropped: 'default',
} as const
/** Each look is on record. */
const AGAIN_MS = { soon: 5_000, later: 60_000 }

function lookAgain(rows: readonly Delivery[] = []): number | false {
  const waiting = rows.filter(({ state }) => state === 'waiting')
  if (waiting.length === 0) return false
  return waiting.some(({ reason }) => reason === null) ? AGAIN_MS.soon : AGAIN_MS.later
}

/** Who has the report, and what waits or failed. Nothing where it is sent nowhere. */
export function Deliveries({ report_id }: { report_id: string }) {
  const { t } = useTranslation('reports')
  const query = useQuery({
    ...callQuery(listDeliveries, { report_id }),
    staleTime: 0,
    refetchInterval: ({ state }) => lookAgain(state.data?.rows),
  })
  if (query.isError) return <Failed title={t('delivery.failed')} query={query} />
  const rows = query.data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <section className="rp-sent" aria-labelledby="rp-sent-title">
      <h2 id="rp-sent-title">{t('delivery.title')}</h2>
      <ul>
        {rows.map((row) => (
          <Row key={row.delivery_id} row={row} />
        ))}
      </ul>
    </section>
  )
}

function Row({ row }: { row: Delivery }) {
  const { t } = useTranslation('reports')
  const { delivery_id, destination, what, image_index, state, sent_at, reason, tries } = row
  const eye = row.eye === null ? '' : ` ${row.eye}`
  const again = useMutation({
    mutationFn: () => api(sendAgain, { delivery_id }),
    onSuccess: () => {
      showSuccess(t('delivery.again_done'))
      return deliveriesChanged()
    },
    onError: (error) => showFailure(error, t('delivery.again_failed')),
  })
  return (
    <li>
      <Tag color={TONES[state]}>{t(`delivery.state.${state}`)}</Tag>
      <span>
        {destination} · {t(`delivery.what.${what}`, { n: (image_index ?? 0) + 1, eye })}
      </span>
      {sent_at !== null && (
        <span className="soft">{t('delivery.sent', { time: formatInstant(sent_at) })}</span>
      )}
      {reason !== null && (
        <span className="rp-sent-reason">
          {reason} {tries > 1 && <span className="soft">{t('delivery.tries', { n: tries })}</span>}
        </span>
      )}
      {(state === 'waiting' || state === 'failed') && reason !== null && (
        <Button size="small" loading={again.isPending} onClick={() => again.mutate()}>
          {t('delivery.again')}
        </Button>
      )}
    </li>
  )
}
