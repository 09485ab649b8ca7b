import type { NewsEntry } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { newsPath } from '../../paths.ts'
import { NewsPage } from './news-page.tsx'
import { ofYear, yearsOf } from './queries.ts'

/** The timeline: every year stands, with or without news. */
export function Component() {
  return <NewsPage current="list">{(entries) => <Timeline entries={entries} />}</NewsPage>
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
