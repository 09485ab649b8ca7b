import { createContext, useContext, useState } from 'react'

/** Draws the dialog; `close` takes it off the page. */
type Dialog = (close: () => void) => React.ReactNode

const Host = createContext<((dialog: Dialog) => void) | null>(null)

/**
 * A dialog belongs to the page, not to the button that opens it: an empty list that fills, or a window that becomes
 * narrow, takes the button away, and what was entered stays. It goes with whom the page is of.
 */
export function DialogHost({ of, children }: { of: string | null; children: React.ReactNode }) {
  const [opened, setOpened] = useState<{ of: string | null; dialog: Dialog } | null>(null)
  if (opened !== null && opened.of !== of) setOpened(null)
  const open = (dialog: Dialog) => setOpened({ of, dialog })
  return (
    <Host value={open}>
      {children}
      {opened?.dialog(() => setOpened(null))}
    </Host>
  )
}

/** Opens a dialog of the page. */
export function useDialogHost(): (dialog: Dialog) => void {
  const open = useContext(Host)
  if (open === null) throw new Error('this page hosts no dialogs')
  return open
}
