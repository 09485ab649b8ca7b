import { ERROR } from '@mingmou/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/calls/api-error.ts'
import './states.css'

export { Loading } from './outcome.tsx'

const IDS = ['pid', 'oid', 'image_id', 'analysis_record_id']

/** No such record, or an id that no record can have. */
const isNotThere = (error: unknown) =>
  error instanceof ApiError &&
  (error.errorCode === ERROR.notFound || IDS.some((id) => id in error.fields))

/**
 * Data that could not be fetched: what failed, and a button to try again. A missing record has no
 * such button.
 */
export function Failed(props: {
  title: string
  query: Pick<UseQueryResult, 'error' | 'refetch'>
  extra?: React.ReactNode
}) {
  const { t } = useTranslation()
  const { error, refetch } = props.query
  if (isNotThere(error)) return <NotThere>{props.extra}</NotThere>
  return (
    <div className="outcome">
      <h2>{props.title}</h2>
      <p className="soft">{t('state.failedHint')}</p>
      <div className="outcome-actions">
        <button type="button" className="button button-primary" onClick={() => void refetch()}>
          {t('action.retry')}
        </button>
        {props.extra}
      </div>
    </div>
  )
}

/** A record that is gone, or a page that was opened without saying of which. */
export function NotThere({ children }: { children?: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="panel">
      <Nothing hint={t('state.notThere')}>{children}</Nothing>
    </div>
  )
}

/** An empty list, with the next step. */
export function Nothing({ hint, children }: { hint: string; children?: React.ReactNode }) {
  return (
    <div className="nothing">
      <svg viewBox="0 0 64 40" aria-hidden="true">
        <path d="M8 20v14h48V20M8 20 18 6h28l10 14H42a10 10 0 0 1-20 0Z" />
      </svg>
      <p className="soft">{hint}</p>
      {children}
    </div>
  )
}
