import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { loadVersion, useNewVersion } from '../lib/places/new-version.ts'
import { Loading, Outcome } from '../ui/states/outcome.tsx'
import { PATHS } from '../paths.ts'

/**
 * A page that failed. The rest of the product stays. Where the page went with an older program, the
 * new one is loaded: nothing is entered here.
 */
export function ErrorPage() {
  const { t } = useTranslation()
  const version = useNewVersion()
  useEffect(() => {
    if (version === 'there') loadVersion()
  }, [version])
  if (version !== 'unknown') return <Loading />
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
