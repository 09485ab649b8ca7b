import { shellText } from '../texts/i18n.ts'
import { showError } from './notices.ts'

/** The page has told of it (`ApiError`), or nobody wants the answer any more: its page or its session is gone. */
const isOver = (reason: unknown) =>
  reason instanceof Error &&
  (('shown' in reason && reason.shown === true) ||
    [reason.name, reason.message].some(
      (word) => word === 'AbortError' || word === 'CancelledError',
    ))

/**
 * The last resort: work that failed and that no page tells of, such as a part of the program that did not come or a
 * picture that the browser could not make. Pages tell of what they expect in words of their own.
 */
export function tellOfLostWork(): void {
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (!isOver(reason)) showError(shellText('broken.step'))
  })
}
