import { withNotices } from './notices.ts'

/** An error that stays until it is confirmed; one at a time for each key. */
export function showErrorNotice(key: string, title: string, text: string): void {
  withNotices(({ list }) => list.show({ key, tone: 'error', title, text, confirmed: true }))
}
