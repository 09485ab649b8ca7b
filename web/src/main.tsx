import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/providers.tsx'
import { startI18n } from './lib/i18n.ts'
import './ui/base.css'

await startI18n()
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  )
