import { STATUS } from '@mingmou/contract'
import { shellText } from '../texts/i18n.ts'
import { goTo } from '../places/navigate.ts'
import { clearMessages, clearNotices, showError, withNotices } from '../notices/notices.ts'
import {
  clearSession,
  hasStoredSession,
  onSessionChange,
  startOfSession,
  storedEnd,
  type SessionEnd,
} from './session.ts'

/** The end of a session that was unused for too long. */
export const IDLE: SessionEnd = { why: 'idle', msg: '' }

/** The end of a session by the server. The live connection adds a title. */
export function endedBy(status: number, msg: string, title?: string): SessionEnd {
  const why = status === STATUS.loggedInElsewhere ? 'elsewhere' : 'refused'
  return { why, msg, ...(title !== undefined && { title }) }
}

/**
 * Ends the session that began at `start` in every tab. Does nothing when it is over already, or
 * when a login here has replaced it.
 */
export function endSession(start: number | null, end: SessionEnd): void {
  if (start !== null && startOfSession() === start) clearSession(end)
}

let known = startOfSession()

/**
 * Every tab notices the end of a session and removes its contents. It also says why, unless the
 * owner logged out.
 */
onSessionChange((fromAnotherTab) => {
  const start = startOfSession()
  if (start === known) return
  const gone = start === null
  known = start
  clearNotices()
  const end = gone ? storedEnd() : null
  if (end) tell(end)
  else if (gone && fromAnotherTab) goTo('/login')
})

function tell(end: SessionEnd): void {
  clearMessages()
  if (end.why === 'elsewhere') {
    askToLogInAgain(end)
    return
  }
  goTo('/login')
  if (end.why === 'idle') sayExpired()
  else if (end.title === undefined) showError(end.msg)
  // The part of the page for notices may be out of reach by now.
  else void sayTitled(end.title, end.msg).catch(() => showError(end.msg))
}

function askToLogInAgain({ title, msg }: SessionEnd): void {
  const leave = () => {
    // Somebody may have logged in in another tab.
    if (hasStoredSession()) window.location.reload()
    else goTo('/login')
  }
  const live = title !== undefined
  withNotices(({ modal }) =>
    modal.error({
      okCancel: true,
      title: title ?? msg,
      content: live && msg,
      okText: shellText(live ? 'action.confirm' : 'session.logInAgain'),
      cancelText: shellText(live ? 'action.cancel' : 'action.close'),
      onOk: leave,
      onCancel: leave,
    }),
  )
}

async function sayTitled(title: string, msg: string): Promise<void> {
  const { showErrorNotice } = await import('../notices/error-notice.ts')
  showErrorNotice('session-end', title, msg)
}

function sayExpired(): void {
  withNotices(({ modal }) =>
    modal.info({
      title: shellText('session.expiredTitle'),
      content: shellText('session.expired'),
      okText: shellText('session.logInAgain'),
    }),
  )
}
