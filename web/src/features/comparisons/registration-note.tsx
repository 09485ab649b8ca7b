import { type AnalysisCalls, type DataOf, ERROR, findingText } from '@mingmou/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/calls/api-error.ts'
import { language } from '../../lib/texts/i18n.ts'

interface Props {
  /** Pictures of this kind show something that stays in its place. */
  possible: boolean
  query: UseQueryResult<DataOf<AnalysisCalls['register']>>
  /** A length of the earlier picture, px, and its symbol. */
  unit: { px: number; symbol: string } | null
}

/** How well the pictures lie on each other, or why they do not. */
export function RegistrationNote({ possible, query, unit }: Props) {
  const { t } = useTranslation('comparisons')
  if (!possible) return <p className="cmp-note">{t('registration.never')}</p>
  const { data } = query
  if (query.isError || data?.status === 'failed')
    return (
      <p className="cmp-note" role="alert">
        {refusalOf(query.error) ?? t('registration.failed')}
        <Button type="link" onClick={() => void query.refetch()}>
          {t('common:action.retry')}
        </Button>
      </p>
    )
  if (!data?.registration)
    return (
      <p className="cmp-note" role="status">
        <Spin size="small" /> {t('registration.runs')}
      </p>
    )
  const { reason, residual_px, agreement } = data.registration
  if (reason !== null)
    return (
      <p className="cmp-note cmp-refused" role="status">
        {findingText(language(), `registration.reason.${reason}`)}
      </p>
    )
  const px = residual_px ?? 0
  return (
    <p className="cmp-note" role="status">
      {t('registration.done', {
        share: Math.round(100 * (agreement ?? 0)),
        px: px.toFixed(1),
        length: unit
          ? t('registration.length', { value: (px / unit.px).toFixed(3), unit: unit.symbol })
          : '',
      })}
    </p>
  )
}

/** What the server says where it took no more pairs. */
function refusalOf(error: Error | null): string | null {
  const isFull = error instanceof ApiError && error.errorCode === ERROR.limitReached
  return isFull ? error.message : null
}
