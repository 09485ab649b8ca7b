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

/** The keys of the messages on the page, by their texts. */
const shown = new Map<string, string>()
let told = 0

/**
 * The same text is shown once, however many calls cause it, and for its whole time from the last of them: a message
 * that is opened again by its key goes with the time of the first.
 */
function show(kind: 'error' | 'warning' | 'success', content: string): void {
  withNotices(({ message }) => {
    const before = shown.get(content)
    if (before !== undefined) message.destroy(before)
    const key = `${content} ${++told}`
    shown.set(content, key)
    const onClose = () => {
      if (shown.get(content) === key) shown.delete(content)
    }
    void message[kind]({ content, key, onClose })
  })
}

export const showError = (content: string) => show('error', content)
export const showWarning = (content: string) => show('warning', content)
export const showSuccess = (content: string) => show('success', content)

/** Notices and dialogs of code outside the pages. A page's own disappear with it. */
export function clearNotices(): void {
  current?.destroyAll()
  current?.list.clear()
}

export function clearMessages(): void {
  current?.message.destroy()
}
