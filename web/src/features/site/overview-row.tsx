import { useTranslation } from 'react-i18next'
import accuracy from './accuracy.json'
import { inLanguage } from './in-language.ts'

/** These count single lesions, the others images. */
const OF_LESIONS = ['microaneurysms', 'haemorrhages']

export function OverviewRow({
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
