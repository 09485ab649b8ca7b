import { Layout } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useNavigation } from 'react-router'
import { useSession } from '../../lib/session/use-session.ts'
import { ChangeAlert } from '../notices/change-alert.tsx'
import { AppHeader } from './app-header.tsx'
import { menuOf } from './menu.ts'
import { isBuilt } from '../routes/routes.tsx'
import { SideMenu } from './side-menu.tsx'
import './layout.css'

/** From this width on words stand beside the icons, unless this browser was set to icons alone. */
const WORDS_FROM_PX = 1280
const CHOICE = 'menu'
/** Below this width, the words of the menu leave the page no room. */
const ROOM_FROM_PX = 768
const NARROW = window.matchMedia(`(max-width: ${ROOM_FROM_PX - 1}px)`)

/** The area behind the login: menu at the left, header on top, the page in the middle. */
export function AppLayout() {
  const { t } = useTranslation()
  const [collapsed, setCollapsed] = useState(isCollapsed)
  const loading = useNavigation().state === 'loading'
  const session = useSession()
  useEffect(() => {
    // A tablet that was turned: open, the words would now lie over the page.
    const turned = () => setCollapsed(isCollapsed())
    NARROW.addEventListener('change', turned)
    return () => NARROW.removeEventListener('change', turned)
  }, [])
  // The contents of a session disappear with it, however long the next page takes.
  if (!session) return null
  const entries = menuOf(session.role, isBuilt)
  const collapse = () => {
    setCollapsed(!collapsed)
    if (hasRoom()) localStorage.setItem(CHOICE, collapsed ? 'words' : 'icons')
  }
  return (
    <Layout className="app-layout">
      <a className="skip-link" href="#content" onClick={skipToContent}>
        {t('layout.skip')}
      </a>
      <AppHeader menu={entries.length > 0 ? { collapsed, onCollapse: collapse } : null} />
      <Layout hasSider>
        {entries.length > 0 && (
          <Layout.Sider
            collapsed={collapsed}
            width="min(2.1rem, 126px + 0.84rem, 260px)"
            collapsedWidth="0.64rem"
            className="app-sider"
            aria-label={t('layout.menu')}
          >
            <SideMenu
              entries={entries}
              collapsed={collapsed}
              onChoose={() => setCollapsed(collapsed || !hasRoom())}
            />
          </Layout.Sider>
        )}
        {!collapsed && (
          <div className="app-sider-mask" aria-hidden onClick={() => setCollapsed(true)} />
        )}
        <Layout.Content id="content" tabIndex={-1} className="app-content" aria-busy={loading}>
          <ChangeAlert />
          <Outlet key={session.uid} />
        </Layout.Content>
      </Layout>
    </Layout>
  )
}

const hasRoom = () => !NARROW.matches

function isCollapsed(): boolean {
  if (!hasRoom()) return true
  const chosen = localStorage.getItem(CHOICE)
  return chosen === null ? window.innerWidth < WORDS_FROM_PX : chosen === 'icons'
}

/** The address after `#` belongs to the router. */
function skipToContent(event: React.MouseEvent) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
