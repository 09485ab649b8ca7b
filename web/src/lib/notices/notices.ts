import type { App, Modal } from 'antd'
import type { noticeList } from './notice-list.ts'

/** Messages, notices and dialogs, with the end of all dialogs. */
type Notices = Pick<ReturnType<typeof App.useApp>, 'message' | 'modal'> &
  Pick<typeof Modal, 'destroyAll'> & { list: typeof noticeList }

let current: Notices | null = null
let fetchNotices: () => void = () => undefined
const waiting: ((shown: Notices) => unknown)[] = []

/** The page can show notices from now on. */
export function provideNotices(next: Notices): void {
  current = next
  for (const show of waiting.splice(0)) show(next)
}

/** `ask` brings the notices to a page that stands without them. */
export function fetchNoticesBy(ask: () => void): void {
  fetchNotices = ask
}

/** For code outside React. Pages for visitors stand without notices until there is one to show. */
export function withNotices(show: (notices: Notices) => unknown): void {
  if (current) {
    show(current)
    return
  }
  waiting.push(show)
  fetchNotices()
}

/** The same text is shown once, however many calls cause it. */
export function showError(content: string): void {
  withNotices(({ message }) => void message.error({ content, key: content }))
}

export function showWarning(content: string): void {
  withNotices(({ message }) => void message.warning({ content, key: content }))
}

export function showSuccess(content: string): void {
  withNotices(({ message }) => void message.success({ content, key: content }))
}

/** Notices and dialogs of code outside the pages. A page's own disappear with it. */
export function clearNotices(): void {
  current?.destroyAll()
  current?.list.clear()
}

export function clearMessages(): void {
  current?.message.destroy()
}
