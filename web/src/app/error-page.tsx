import { useTranslation } from 'react-i18next'
import { Outcome } from '../ui/outcome.tsx'
import { PATHS } from './paths.ts'

/** A page that failed. The rest of the product stays. */
export function ErrorPage() {
  const { t } = useTranslation()
  return (
    <Outcome title={t('broken.title')} hint={t('broken.hint')} role="alert">
      <button
        type="button"
        className="button button-primary"
        onClick={() => window.location.reload()}
      >
        {t('action.reload')}
      </button>
      <a className="button" href={`#${PATHS.home}`}>
        {t('action.home')}
      </a>
    </Outcome>
  )
}
