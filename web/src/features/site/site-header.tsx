import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { Brand } from '../../ui/frame/brand.tsx'
import { LanguageSwitch } from '../../ui/frame/language-switch.tsx'
import '../../ui/frame/button.css'
import './main-layout.css'

const LINKS = [
  { path: PATHS.home, label: 'home' },
  { path: PATHS.projectOverview, label: 'projectOverview' },
  { path: PATHS.newsCenter, label: 'news' },
  { path: PATHS.questionnaire, label: 'questionnaire' },
  { path: PATHS.feedback, label: 'feedback' },
] as const

/** The header of the public site. It is drawn ahead too, so it knows no router. */
export function SiteHeader() {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <header className="site-header">
      <a href={`#${PATHS.home}`}>
        <Brand />
      </a>
      <nav aria-label={t('layout.siteMenu')}>
        {LINKS.map(({ path, label }) => (
          <a key={path} href={`#${path}`}>
            {t(`title.${label}`)}
          </a>
        ))}
      </nav>
      <LanguageSwitch />
      <a className="button button-primary" href={`#${session ? PATHS.app : PATHS.login}`}>
        {t(session ? 'action.enter' : 'action.logIn')}
      </a>
    </header>
  )
}
