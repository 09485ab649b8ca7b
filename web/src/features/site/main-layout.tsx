import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, Outlet } from 'react-router'
import { PATHS } from '../../app/paths.ts'
import { useSession } from '../../lib/session.ts'
import { Brand } from '../../ui/brand.tsx'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import './main-layout.css'

const LINKS = [
  { path: PATHS.home, label: 'home' },
  { path: PATHS.projectOverview, label: 'projectOverview' },
  { path: PATHS.newsCenter, label: 'news' },
  { path: PATHS.questionnaire, label: 'questionnaire' },
  { path: PATHS.feedback, label: 'feedback' },
] as const

/** The public site: its header around every public page. */
export function MainLayout() {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <>
      <header className="site-header">
        <Link to={PATHS.home}>
          <Brand />
        </Link>
        <nav aria-label={t('layout.siteMenu')}>
          {LINKS.map(({ path, label }) => (
            <Link key={path} to={path}>
              {t(`title.${label}`)}
            </Link>
          ))}
        </nav>
        <LanguageSwitch />
        <Button type="primary" href={`#${session ? PATHS.app : PATHS.login}`}>
          {t(session ? 'action.enter' : 'action.logIn')}
        </Button>
      </header>
      <main className="site-main">
        <Outlet />
      </main>
    </>
  )
}
