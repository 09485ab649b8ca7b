import type { Session } from '@mingmou/contract'
import { startSession } from '../lib/session/session.ts'

export const UID = '0190a5f0-0000-7000-8000-000000000001'

export function granted(change: Partial<Session> = {}): Session {
  return {
    token: 'token-1',
    refresh_token: 'refresh-1',
    public_key: 'key',
    uid: UID,
    role: '3',
    effect: 900,
    ref_effect: 600,
    first_login: 'not_first_login',
    user_name: '演示医生',
    ...change,
  }
}

const MINUTE_MS = 60_000

/** Logs in as of `minutes` ago. */
export function signIn(change: Partial<Session> = {}, minutes = 0): void {
  startSession(granted(change), Date.now() - minutes * MINUTE_MS)
}
