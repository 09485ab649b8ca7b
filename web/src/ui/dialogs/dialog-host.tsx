import { createContext, useContext, useState } from 'react'

/** Draws the dialog; `close` takes it off the page. */
type Dialog = (close: () => void) => React.ReactNode

const Host = createContext<((dialog: Dialog) => void) | null>(null)

/**
 * A dialog belongs to the page, not to the button that opens it: an empty list that fills, or a window that becomes
 * narrow, takes the button away, and what was entered stays.
 */
export function DialogHost({ children }: { children: React.ReactNode }) {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [open] = useState(() => (next: Dialog) => setDialog(() => next))
  return (
    <Host value={open}>
      {children}
      {dialog?.(() => setDialog(null))}
    </Host>
  )
}

/** Opens a dialog of the page. */
export function useDialogHost(): (dialog: Dialog) => void {
  const open = useContext(Host)
  if (open === null) throw new Error('this page hosts no dialogs')
  return open
}
