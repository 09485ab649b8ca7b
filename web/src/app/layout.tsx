import { Layout } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useNavigation } from 'react-router'
import { useSession } from '../lib/session.ts'
import { AppHeader } from './app-header.tsx'
import { SideMenu } from './side-menu.tsx'
import './layout.css'

const NARROW_PX = 1400

/** The signed-in area: menu at the left, header on top, the page in the middle. */
export function AppLayout() {
  const { t } = useTranslation()
  const [collapsed, setCollapsed] = useState(() => window.innerWidth < NARROW_PX)
  const loading = useNavigation().state === 'loading'
  const session = useSession()
  // What a session showed goes with it, however long the next page takes.
  if (!session) return null
  return (
    <Layout className="app-layout">
      <a className="skip-link" href="#content" onClick={skipToContent}>
        {t('layout.skip')}
      </a>
      <AppHeader collapsed={collapsed} onCollapse={() => setCollapsed(!collapsed)} />
      <Layout hasSider>
        <Layout.Sider
          collapsed={collapsed}
          width="2.1rem"
          collapsedWidth="0.64rem"
          className="app-sider"
        >
          <SideMenu collapsed={collapsed} />
        </Layout.Sider>
        <Layout.Content id="content" tabIndex={-1} className="app-content" aria-busy={loading}>
          <Outlet key={session.uid} />
        </Layout.Content>
      </Layout>
    </Layout>
  )
}

/** The address after `#` belongs to the router. */
function skipToContent(event: React.MouseEvent) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
