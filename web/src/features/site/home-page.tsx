import { useTranslation } from 'react-i18next'
import { useOutletContext } from 'react-router'
import { language } from '../../lib/texts/i18n.ts'
import { Hero } from './hero.tsx'
import type { SiteFacts } from './site-facts.ts'

const STEPS = ['login', 'patient', 'upload', 'open', 'analyse', 'result'] as const

export function Component() {
  const { t } = useTranslation('site')
  const { count } = useOutletContext<SiteFacts>()
  const figure = count === null ? '—' : new Intl.NumberFormat(language()).format(count)
  return (
    <div className="home">
      <Hero figure={figure} />
      <section aria-labelledby="steps">
        <h2 id="steps">{t('steps.title')}</h2>
        <ol className="home-steps">
          {STEPS.map((step, index) => (
            <li key={step} className="panel">
              <span className="home-step-number" aria-hidden="true">
                {index + 1}
              </span>
              <h3>{t(`steps.${step}.title`)}</h3>
              <p className="soft">{t(`steps.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <p className="soft home-caution">{t('caution')}</p>
    </div>
  )
}
