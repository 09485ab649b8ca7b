import { useTranslation } from 'react-i18next'
import { PATHS } from '../../app/paths.ts'

/** The two views of the news. */
export function NewsViews({ current }: { current: 'list' | 'tabs' }) {
  const { t } = useTranslation('news')
  const views = [
    { view: 'list', path: PATHS.newsList },
    { view: 'tabs', path: PATHS.newsTabs },
  ] as const
  return (
    <nav className="news-views" aria-label={t('views')}>
      {views.map(({ view, path }) => (
        <a key={view} href={`#${path}`} {...(view === current && { 'aria-current': 'page' })}>
          {t(`view.${view}`)}
        </a>
      ))}
    </nav>
  )
}
