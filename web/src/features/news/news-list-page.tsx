import type { NewsEntry } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { newsPath } from '../../app/paths.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { NewsViews } from './news-views.tsx'
import { ofYear, useNews, yearsOf } from './queries.ts'
import './news.css'

/** The timeline: every year stands, with or without news. */
export function Component() {
  const { t } = useTranslation('news')
  const news = useNews()
  return (
    <article className="news">
      <h1>{t('title')}</h1>
      <NewsViews current="list" />
      {news.data ? (
        <Timeline entries={news.data.entries} />
      ) : news.error ? (
        <Failed title={t('failed')} query={news} />
      ) : (
        <Loading />
      )}
    </article>
  )
}

function Timeline({ entries }: { entries: readonly NewsEntry[] }) {
  const { t } = useTranslation('news')
  return (
    <ol className="news-years">
      {yearsOf(entries).map((year) => (
        <li key={year}>
          <h2>{year}</h2>
          {ofYear(entries, year).length === 0 ? (
            <p className="soft">{t('noneInYear')}</p>
          ) : (
            <ul>
              {ofYear(entries, year).map(({ nid, happened_on, title }) => (
                <li key={nid}>
                  <time dateTime={happened_on}>{happened_on}</time>
                  <a href={`#${newsPath(year, nid)}`}>{title}</a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}
