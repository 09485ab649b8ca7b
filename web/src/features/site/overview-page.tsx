import { useTranslation } from 'react-i18next'
import accuracy from './accuracy.json'
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
/** These count single lesions, the others images. */
const OF_LESIONS = ['microaneurysms', 'haemorrhages']

const inLanguage = (language: string, { zh, en }: { zh: string; en: string }) =>
  language === 'en' ? en : zh

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
                  <Row key={row.name} {...row} />
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
                <Limit key={limit.en} {...limit} />
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

/** A limit, and the figures that it limits. */
function Limit({ of, ...words }: (typeof accuracy.limits)[number]) {
  const { t, i18n } = useTranslation('overview')
  const figures = accuracy.figures
    .filter(({ name }) => of.includes(name))
    .map(({ name, value }) => `${t(`figure.${name}`)} ${value}`)
  return (
    <li>
      {inLanguage(i18n.language, words)}
      <span className="soft">{t('limits.of', { figures: figures.join(t('limits.and')) })}</span>
    </li>
  )
}

function Row({
  name,
  set,
  n,
  positive,
  value,
  interval95,
  words,
}: (typeof accuracy.figures)[number]) {
  const { t, i18n } = useTranslation('overview')
  const counted = OF_LESIONS.includes(name) ? 'single' : positive ? 'positive' : 'photographs'
  return (
    <tr>
      <td>
        {t(`figure.${name}`)}
        <span className="overview-words soft">{inLanguage(i18n.language, words)}</span>
      </td>
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
