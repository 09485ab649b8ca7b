import { NEWS, type NewsEntry } from '@mingmou/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { newsPath } from '../../paths.ts'
import { Markdown } from '../../ui/frame/markdown.tsx'
import { Nothing } from '../../ui/states/states.tsx'
import { NewsPage } from './news-page.tsx'
import { ofYear, yearOf, yearsOf } from './queries.ts'

/** The news of one year in full: the year of the address, or the newest with any. */
export function Component() {
  return <NewsPage current="tabs">{(entries) => <Years entries={entries} />}</NewsPage>
}

function Years({ entries }: { entries: readonly NewsEntry[] }) {
  const { t } = useTranslation('news')
  const [address] = useSearchParams()
  const years = yearsOf(entries)
  const [newest] = entries
  const asked = Number(address.get('year'))
  const year = years.includes(asked) ? asked : newest ? yearOf(newest) : NEWS.lastYear
  const nid = address.get('nid')
  useEffect(() => {
    if (nid !== null) document.getElementById(nid)?.scrollIntoView()
  }, [nid])
  const shown = ofYear(entries, year)
  return (
    <>
      <nav className="news-tabs" aria-label={t('years')}>
        {years.map((tab) => (
          <a key={tab} href={`#${newsPath(tab)}`} {...(tab === year && { 'aria-current': 'true' })}>
            {tab}
          </a>
        ))}
      </nav>
      {shown.map((entry) => (
        <section key={entry.nid} id={entry.nid} className="panel news-entry">
          <h2>{entry.title}</h2>
          <p className="soft">
            <time dateTime={entry.happened_on}>{entry.happened_on}</time>
          </p>
          {entry.picture_url !== null && <img src={entry.picture_url} alt={entry.title} />}
          <Markdown text={entry.body} />
        </section>
      ))}
      {shown.length === 0 && (
        <div className="panel">
          <Nothing hint={t('noneInYear')} />
        </div>
      )}
    </>
  )
}
