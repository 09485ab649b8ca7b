import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/providers.tsx'
import { startI18n } from './lib/texts/i18n.ts'
import { leaveKeysToInputMethods } from './lib/keys/use-keys.ts'
import { tellOfLostWork } from './lib/notices/lost-work.ts'
import { watchVersion } from './lib/places/new-version.ts'
import './ui/frame/base.css'
// The styles of `first-view.tsx` stand in the page itself.
import './ui/frame/brand.css'
import './ui/frame/button.css'
import './features/site/main-layout.css'
import './features/site/home.css'
import './app/first-view.css'

watchVersion()
tellOfLostWork()
leaveKeysToInputMethods()
await startI18n()
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  )
