import type { NewsEntry } from '@mingmou/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { useNews } from './queries.ts'
import './news.css'

interface Props {
  current: 'list' | 'tabs'
  children: (entries: readonly NewsEntry[]) => ReactNode
}

/** The news in one of their two views. */
export function NewsPage({ current, children }: Props) {
  const { t } = useTranslation('news')
  const news = useNews()
  return (
    <article className="news">
      <h1>{t('title')}</h1>
      <NewsViews current={current} />
      {news.data ? (
        children(news.data.entries)
      ) : news.error ? (
        <Failed title={t('failed')} query={news} />
      ) : (
        <Loading />
      )}
    </article>
  )
}

function NewsViews({ current }: Pick<Props, 'current'>) {
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
