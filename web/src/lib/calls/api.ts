import {
  Envelope,
  refreshLogin,
  STATUS,
  type Call,
  type DataOf,
  type InputOf,
} from '@mingmou/contract'
import { CancelledError } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { begun } from './begun.ts'
import { asIs, type Whose } from './whose.ts'
import { showError } from '../notices/notices.ts'
import { endedBy, endSession, IDLE } from '../session/session-end.ts'
import {
  readSession,
  refreshDue,
  renewSession,
  startOfSession,
  storedEnd,
} from '../session/session.ts'
import { refuse } from './statuses.ts'
import { send } from './send.ts'

/**
 * One call. Its answer is checked against the contract. The status takes effect on the page before
 * the error is thrown; `showFailure` shows the rest. `of`: from when that began which the call is for, where it comes
 * later.
 */
export async function api<C extends Call>(
  call: C,
  body: InputOf<C>,
  options: { signal?: AbortSignal; toldInPlace?: boolean; of?: Whose } = {},
): Promise<DataOf<C>> {
  const start = startOfSession()
  // What a page loads, and drops when it goes, is nobody's action: it is told as it is.
  const of = options.of ?? (options.signal ? asIs : begun())
  if (call.access !== 'public') requireUnended(start)
  try {
    if (call.withoutRefresh !== true) await refreshIfDue()
    const { status, envelope } = await send(call, body, options.signal)
    if (status !== STATUS.ok && status !== 201) {
      // A refusal that the page shows at its place is not told twice.
      const isTold = options.toldInPlace === true && status === STATUS.refused
      throw refuse(status, envelope ?? {}, start, { isTold, of })
    }
    return read(call, envelope)
  } catch (error) {
    if (error instanceof ApiError) error.of = of
    throw error
  }
}

/** No call is sent for a session that has ended or is past its eight hours. */
export function requireUnended(start: number | null): void {
  const ended = start === null ? storedEnd() !== null : readSession() === null
  if (!ended) return
  endSession(start, IDLE)
  throw new ApiError({ status: STATUS.tokenExpired, shown: true })
}

function read<C extends Call>(call: C, envelope: Envelope | null): DataOf<C> {
  const data = call.data.safeParse(envelope?.data)
  if (!data.success) throw new ApiError({ status: STATUS.ok })
  return data.data as DataOf<C>
}

let refreshing: Promise<void> | null = null

/** Renews the token when it is due, once for all calls and tabs. */
export function refreshIfDue(): Promise<void> {
  const session = readSession()
  if (!session || !refreshDue(session)) return Promise.resolve()
  return forceRefresh()
}

/** Renews the token now, unless another tab did while this one waited. */
export function forceRefresh(): Promise<void> {
  refreshing ??= exclusively(refresh).finally(() => {
    refreshing = null
  })
  return refreshing
}

/** Locks exist on https and loopback. Elsewhere a tab cannot know the others. */
function exclusively(work: (before: string | null) => Promise<void>): Promise<void> {
  const before = readSession()?.token ?? null
  if (!('locks' in navigator)) return work(before)
  return navigator.locks.request<Promise<void>>('mingmou-refresh', () => work(before))
}

async function refresh(before: string | null): Promise<void> {
  const session = readSession()
  const start = startOfSession()
  if (!session || session.token !== before) return
  const { status, envelope } = await send(refreshLogin, {
    public_key: session.publicKey,
    token: session.token,
    refresh_token: session.refreshToken,
  })
  if (status === STATUS.ok && envelope?.error_code === 0) {
    // A logout or another login during the call stays as it is.
    if (readSession()?.token === before) renewSession(read(refreshLogin, envelope))
    return
  }
  if (status === STATUS.refused && envelope) {
    const msg = typeof envelope.msg === 'string' ? envelope.msg : (envelope.msg[0] ?? '')
    endSession(start, endedBy(status, msg))
    throw new ApiError({ status, errorCode: envelope.error_code, shown: true })
  }
  throw refuse(status, envelope ?? {}, start)
}

/**
 * The text of a form whose call failed: none when the page has shown it, otherwise the server's
 * words or a general text.
 */
export function showFailure(error: unknown, fallback: string): void {
  if (error instanceof ApiError && error.shown) return
  // The answer is no longer wanted: its page or its session is gone.
  if (error instanceof CancelledError) return
  showError(error instanceof ApiError ? error.of(error.message || fallback) : fallback)
}
