import { useTranslation } from 'react-i18next'
import './privacy.css'

const PARTS = ['kept', 'seen', 'ends', 'browser', 'rights'] as const

/** What becomes of data on this platform, in the words of docs/security.md. */
export function Component() {
  const { t } = useTranslation('privacy')
  return (
    <article className="privacy panel">
      <h1>{t('title')}</h1>
      <p>{t('lead')}</p>
      {PARTS.map((part) => (
        <section key={part} aria-label={t(`${part}.title`)}>
          <h2>{t(`${part}.title`)}</h2>
          <p>{t(`${part}.text`)}</p>
        </section>
      ))}
    </article>
  )
}
