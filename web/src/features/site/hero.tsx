import { useTranslation } from 'react-i18next'
import { PATHS, registerPath } from '../../paths.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { HomePicture } from './home-picture.tsx'
import './home.css'

const FEATURES = ['upgrade', 'screening', 'precise', 'intelligent'] as const

/** The beginning of the home page. It is drawn ahead too, with no figure yet. */
export function Hero({ figure }: { figure: React.ReactNode }) {
  const { t } = useTranslation('site')
  const session = useSession()
  return (
    <section className="home-hero">
      <div>
        <h1>{t('hero.title')}</h1>
        <p className="home-lead">{t('hero.text')}</p>
        <ul className="home-features">
          {FEATURES.map((feature) => (
            <li key={feature}>{t(`feature.${feature}`)}</li>
          ))}
        </ul>
        <div className="home-actions">
          <a
            className="button button-primary button-large"
            href={`#${session ? PATHS.app : PATHS.login}`}
          >
            {t(session ? 'common:action.enter' : 'common:action.logIn')}
          </a>
          {!session && (
            <>
              <a className="button button-large" href={`#${registerPath('user')}`}>
                {t('hero.try')}
              </a>
              <a className="button button-large" href={`#${registerPath('organization')}`}>
                {t('hero.register')}
              </a>
            </>
          )}
        </div>
        <p className="home-how">
          <a href={`#${PATHS.projectOverview}`}>{t('hero.how')}</a>
        </p>
        <p className="home-figure" aria-live="polite">
          <strong>{figure}</strong> {t('figure')}
        </p>
      </div>
      <HomePicture />
    </section>
  )
}
