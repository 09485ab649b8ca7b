import { getStatistics } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../app/paths.ts'
import { callQuery } from '../../lib/call-query.ts'
import { language } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { HomePicture } from './home-picture.tsx'
import './home.css'

const STEPS = ['login', 'patient', 'upload', 'open', 'analyse', 'result'] as const
const FEATURES = ['upgrade', 'screening', 'precise', 'intelligent'] as const

export function Component() {
  const { t } = useTranslation('site')
  const session = useSession()
  const { data } = useQuery(callQuery(getStatistics, {}))
  return (
    <div className="home">
      <section className="home-hero">
        <div>
          <h1>{t('hero.title')}</h1>
          <p className="home-lead">{t('hero.text')}</p>
          <p className="home-features">
            {FEATURES.map((feature) => (
              <Tag key={feature} variant="outlined" color="#0f766e">
                {t(`feature.${feature}`)}
              </Tag>
            ))}
          </p>
          <Button type="primary" size="large" href={`#${session ? PATHS.app : PATHS.login}`}>
            {t(session ? 'common:action.enter' : 'common:action.logIn')}
          </Button>
          <p className="home-figure" aria-live="polite">
            <strong>
              {data ? new Intl.NumberFormat(language()).format(data.imageNumber.all) : '—'}
            </strong>{' '}
            {t('figure')}
          </p>
        </div>
        <HomePicture />
      </section>
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
