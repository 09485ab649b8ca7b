import { useTranslation } from 'react-i18next'
import accuracy from './accuracy.json'
import './overview.css'

const PARTS = ['fundus', 'surface', 'octa', 'record'] as const
const LIMITS = ['few', 'cuts', 'grades', 'marks', 'low'] as const
const GROUPS: { group: string; names: readonly string[] }[] = [
  { group: 'octa', names: ['largeVessels', 'zone'] },
  { group: 'surface', names: ['patches', 'cornea'] },
]
const OTHERS = GROUPS.flatMap(({ names }) => names)
const TABLE = [
  {
    group: 'fundus',
    names: accuracy.map(({ name }) => name).filter((name) => !OTHERS.includes(name)),
  },
  ...GROUPS,
]
/** These count single lesions, the others images. */
const OF_LESIONS = ['microaneurysms', 'haemorrhages']

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
              {accuracy
                .filter(({ name }) => names.includes(name))
                .map((row) => (
                  <Row key={row.name} {...row} />
                ))}
            </tbody>
          ))}
        </table>
      </div>
      <p className="soft">{t('note')}</p>
      <h2>{t('limits.title')}</h2>
      <ol>
        {LIMITS.map((limit) => (
          <li key={limit}>{t(`limits.${limit}`)}</li>
        ))}
      </ol>
      <p>
        <strong>{t('caution')}</strong>
      </p>
    </article>
  )
}

function Row({ name, set, n, positive, value, interval95 }: (typeof accuracy)[number]) {
  const { t, i18n } = useTranslation('overview')
  const counted = OF_LESIONS.includes(name) ? 'single' : positive ? 'positive' : 'photographs'
  return (
    <tr>
      <td>{t(`figure.${name}`)}</td>
      <td data-label={t('how.set')}>
        {i18n.exists(`overview:set.${set}`) ? t(`set.${set}`) : set}
      </td>
      <td data-label={t('how.n')}>{t(`how.${counted}`, { count: n, positive })}</td>
      <td data-label={t('how.value')}>
        {value}
        {interval95 && ` (${interval95.join('–')})`}
      </td>
    </tr>
  )
}
