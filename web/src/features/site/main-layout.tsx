import { Outlet } from 'react-router'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { useSiteFacts } from './site-facts.ts'

/** The public site: its header and footer around every public page. */
export function MainLayout() {
  const facts = useSiteFacts()
  return (
    <>
      <SiteHeader />
      <main className="site-main">
        <Outlet context={facts} />
      </main>
      <SiteFooter facts={facts} />
    </>
  )
}
