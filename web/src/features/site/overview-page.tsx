import { useTranslation } from 'react-i18next'
import accuracy from './accuracy.json'
import { OverviewRow } from './overview-row.tsx'
import { OverviewLimit } from './overview-limit.tsx'
import './overview.css'

const PARTS = ['fundus', 'surface', 'octa', 'record'] as const
const GROUPS: { group: string; names: readonly string[] }[] = [
  { group: 'octa', names: ['largeVessels', 'zone'] },
  { group: 'surface', names: ['patches', 'cornea'] },
]
const OTHERS = GROUPS.flatMap(({ names }) => names)
const TABLE = [
  {
    group: 'fundus',
    names: accuracy.figures.map(({ name }) => name).filter((name) => !OTHERS.includes(name)),
  },
  ...GROUPS,
]

/** What the platform does and how well, with the figures of the models' cards and their limits. */
export function Component() {
  const { t } = useTranslation('overview')
  return (
    <article className="overview">
      <h1>{t('title')}</h1>
      <p className="overview-lead">{t('lead')}</p>
      <h2>{t('what.title')}</h2>
      <ul className="overview-parts">
        {PARTS.map((part) => (
          <li key={part} className="panel">
            <h3>{t(`what.${part}.title`)}</h3>
            <p>{t(`what.${part}.text`)}</p>
          </li>
        ))}
      </ul>
      <h2>{t('how.title')}</h2>
      <p>{t('how.lead')}</p>
      <div className="overview-table panel" role="region" aria-label={t('how.title')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('how.figure')}</th>
              <th scope="col">{t('how.set')}</th>
              <th scope="col">{t('how.n')}</th>
              <th scope="col">{t('how.value')}</th>
            </tr>
          </thead>
          {TABLE.map(({ group, names }) => (
            <tbody key={group}>
              <tr>
                <th colSpan={4} scope="rowgroup">
                  {t(`group.${group}`)}
                </th>
              </tr>
              {accuracy.figures
                .filter(({ name }) => names.includes(name))
                .map((row) => (
                  <OverviewRow key={row.name} {...row} />
                ))}
            </tbody>
          ))}
        </table>
      </div>
      <p className="soft">{t('note')}</p>
      <h2>{t('limits.title')}</h2>
      <p>{t('limits.lead')}</p>
      {TABLE.map(({ group, names }) => (
        <section key={group} aria-label={t(`group.${group}`)}>
          <h3>{t(`group.${group}`)}</h3>
          <ul className="overview-limits">
            {accuracy.limits
              .filter(({ of }) => of.some((name) => names.includes(name)))
              .map((limit) => (
                <OverviewLimit key={limit.en} {...limit} />
              ))}
          </ul>
        </section>
      ))}
      <p>
        <strong>{t('caution')}</strong>
      </p>
    </article>
  )
}
