import { Modal, type App } from 'antd'

type Notices = ReturnType<typeof App.useApp>

let current: Notices | null = null

/** Messages, notices and dialogs for code outside React. The providers set them. */
export function provideNotices(next: Notices): void {
  current = next
}

export function notices(): Notices {
  if (!current) throw new Error('notices are used before the page stands')
  return current
}

/** The same text is shown once, however many calls cause it. */
export function showError(content: string): void {
  void notices().message.error({ content, key: content })
}

export function showWarning(content: string): void {
  void notices().message.warning({ content, key: content })
}

export function showSuccess(content: string): void {
  void notices().message.success({ content, key: content })
}

/** Notices and dialogs of code outside the pages. A page's own disappear with it. */
export function clearNotices(): void {
  Modal.destroyAll()
  current?.notification.destroy()
}

export function clearMessages(): void {
  current?.message.destroy()
}
