import { useSyncExternalStore } from 'react'

/** A result that a notice names and leads to. */
export interface NoticeResult {
  key: string
  /** The patient, or when the batch began; empty where the account may not know it. */
  who: string | { instant: string }
  text?: string
  /** The address of its page, or what finds it. */
  open: string | (() => Promise<void>)
}

/**
 * A notice stays while the language of the page changes. So it keeps encoded messages, which the bar words anew, or
 * what nobody translates: the name of a patient.
 */
export interface Notice {
  key: string
  tone: 'info' | 'success' | 'error'
  title: string
  text?: string
  /** The results that are gathered in this notice, the newest first. It stays until it is closed. */
  results?: readonly NoticeResult[]
  /** Stays until somebody confirms it. */
  confirmed?: true
}

/** The newest first. */
let shown: readonly Notice[] = []
const listeners = new Set<() => void>()

function set(next: readonly Notice[]): void {
  shown = next
  listeners.forEach((listener) => listener())
}

/** Every notice of the page. A notice replaces that of the same key at its place. */
export const noticeList = {
  show(notice: Notice): void {
    const is = ({ key }: Notice) => key === notice.key
    set(shown.some(is) ? shown.map((known) => (is(known) ? notice : known)) : [notice, ...shown])
  },
  /** Adds a result to the notice of its kind. */
  gather(kind: Omit<Notice, 'results'>, result: NoticeResult): void {
    noticeList.drop(result.key)
    const before = shown.find(({ key }) => key === kind.key)?.results ?? []
    noticeList.show({ ...kind, results: [result, ...before] })
  },
  /** A result needs no notice any more. */
  drop(key: string): void {
    const left = shown.map((notice) =>
      notice.results
        ? { ...notice, results: notice.results.filter((result) => result.key !== key) }
        : notice,
    )
    set(left.filter(({ results }) => results?.length !== 0))
  },
  close(key: string): void {
    set(shown.filter((notice) => notice.key !== key))
  },
  clear(): void {
    set([])
  },
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
}
