import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SHORTCUTS } from './keys/shortcuts.ts'

interface ToolProps {
  label: string
  on?: boolean
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

/** A button that names its action and key. `on` makes it a switch. */
export function Tool({ label, on, disabled = false, onClick, children }: ToolProps) {
  const { t } = useTranslation('viewer')
  const key = SHORTCUTS.find((shortcut) => shortcut.label === label)?.shown
  return (
    <button
      type="button"
      className="ev-tool"
      title={key ? `${t(label)} (${key})` : t(label)}
      aria-label={t(label)}
      aria-pressed={on}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
