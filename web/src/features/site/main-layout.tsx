import { Outlet } from 'react-router'
import { SiteHeader } from './site-header.tsx'

/** The public site: its header around every public page. */
export function MainLayout() {
  return (
    <>
      <SiteHeader />
      <main className="site-main">
        <Outlet />
      </main>
    </>
  )
}
