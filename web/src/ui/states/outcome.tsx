import { useTranslation } from 'react-i18next'
import '../frame/button.css'
import './states.css'

/** A page whose contents are on their way. */
export function Loading() {
  const { t } = useTranslation()
  return (
    <div className="panel skeleton" role="status" aria-label={t('state.loading')}>
      <span />
      <span />
      <span />
      <span />
      <span />
      <span />
      <span />
    </div>
  )
}

/** Stands in place of a page's contents: what happened, and the next step. */
export function Outcome(props: {
  title: string
  hint: string
  role?: 'alert'
  children?: React.ReactNode
}) {
  return (
    <div className="outcome" role={props.role}>
      <h1>{props.title}</h1>
      <p className="soft">{props.hint}</p>
      <p className="outcome-actions">{props.children}</p>
    </div>
  )
}
