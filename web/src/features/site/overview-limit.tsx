import { useTranslation } from 'react-i18next'
import accuracy from './accuracy.json'
import { inLanguage } from './in-language.ts'

/** A limit, and the figures that it limits. */
export function OverviewLimit({ of, ...words }: (typeof accuracy.limits)[number]) {
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
