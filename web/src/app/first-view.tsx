import type { Language } from '@mingmou/contract'
import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { Hero } from '../features/site/hero.tsx'
import { SiteHeader } from '../features/site/site-header.tsx'

const TEXTS = import.meta.glob<Record<string, string>>('../locales/*/{common,site}.json', {
  import: 'default',
  eager: true,
})

/**
 * The beginning of the home page as HTML, drawn at build time into the page itself. A visitor sees
 * it before any script has come; `public/first-view.js` shows it.
 */
export async function firstView(language: Language): Promise<string> {
  const i18n = i18next.createInstance()
  const of = (name: string) => TEXTS[`../locales/${language}/${name}.json`] ?? {}
  await i18n.init({
    lng: language,
    defaultNS: 'common',
    resources: { [language]: { common: of('common'), site: of('site') } },
    interpolation: { escapeValue: false },
  })
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <div className="first-view" lang={language}>
        <SiteHeader />
        <main className="site-main">
          <div className="home">
            <Hero figure="—" />
          </div>
        </main>
      </div>
    </I18nextProvider>,
  )
}
