import { FIRST_LOGIN, ROLES, SESSION_LIMIT_MS, type Role, type Session } from '@mingmou/contract'

/** The stored part of a session: never a password, never patient data. */
const KEYS = [
  'token',
  'refresh_token',
  'public_key',
  'role',
  'uid',
  'user_name',
  'effect',
  'ref_effect',
  'first_login',
  'last_refresh_time',
  'online_time',
  'socketId',
] as const
type Key = (typeof KEYS)[number]

export interface StoredSession {
  token: string
  refreshToken: string
  publicKey: string
  /** As stored. The guard refuses an unknown role. */
  role: string
  uid: string
  userName: string
  effect: number
  refEffect: number
  /** `pending`, `done`, or null when the stored flag is neither. */
  firstLogin: keyof typeof FIRST_LOGIN | null
  lastRefresh: number | null
  onlineTime: number
}

/** The reason for the end of a session that its owner did not end. */
export interface SessionEnd {
  why: 'elsewhere' | 'refused' | 'idle'
  /** The words of the server: the messages would be too much for a first visitor. */
  msg: string
  /** The title that the live connection sent. */
  title?: string
}
/** Stays after the session, so that every tab says the same. A login removes it. */
const END_KEY = 'session_end'

type Listener = (fromAnotherTab: boolean) => void
const listeners = new Set<Listener>()
const notify = () => listeners.forEach((listener) => listener(false))

const get = (key: Key) => localStorage.getItem(key) ?? ''
const put = (values: Partial<Record<Key, string>>) => {
  for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
}

function number(key: Key): number | null {
  const value = get(key)
  return value !== '' && Number.isFinite(Number(value)) ? Number(value) : null
}

/**
 * The stored session. null when there is none, or when its 8 hours have passed, as have those of
 * the refresh token.
 */
export function readSession(now = Date.now()): StoredSession | null {
  const onlineTime = number('online_time')
  if (get('token') === '' || onlineTime === null || now - onlineTime > SESSION_LIMIT_MS) return null
  return {
    token: get('token'),
    refreshToken: get('refresh_token'),
    publicKey: get('public_key'),
    role: get('role'),
    uid: get('uid'),
    userName: get('user_name'),
    effect: number('effect') ?? 0,
    refEffect: number('ref_effect') ?? number('effect') ?? 0,
    firstLogin: decodeFlag(get('first_login')),
    lastRefresh: number('last_refresh_time'),
    onlineTime,
  }
}

/** Whether something of a session is stored, valid or not. */
export function hasStoredSession(): boolean {
  return get('token') !== ''
}

/** The time when the stored session began, valid or not. It tells one session from the next. */
export function startOfSession(): number | null {
  return hasStoredSession() ? number('online_time') : null
}

function decodeFlag(encoded: string): StoredSession['firstLogin'] {
  const flags = Object.keys(FIRST_LOGIN) as (keyof typeof FIRST_LOGIN)[]
  return flags.find((flag) => btoa(FIRST_LOGIN[flag]) === encoded) ?? null
}

/** A login. */
export function startSession(granted: Session, now = Date.now()): void {
  localStorage.removeItem('socketId')
  localStorage.removeItem(END_KEY)
  put({ online_time: String(now) })
  renewSession(granted, now)
}

/** Stores a refresh: everything except the time when the session began. */
export function renewSession(granted: Session, now = Date.now()): void {
  put({
    token: granted.token,
    refresh_token: granted.refresh_token,
    public_key: granted.public_key,
    role: granted.role,
    uid: granted.uid,
    user_name: granted.user_name,
    effect: String(granted.effect),
    ref_effect: String(granted.ref_effect),
    first_login: btoa(granted.first_login),
    last_refresh_time: String(now),
  })
  notify()
}

export function markPasswordChanged(): void {
  put({ first_login: btoa(FIRST_LOGIN.done) })
  notify()
}

export function renameSession(name: string): void {
  put({ user_name: name })
  notify()
}

/** The owner has logged out when there is no reason to show. */
export function clearSession(end?: SessionEnd): void {
  if (end) localStorage.setItem(END_KEY, JSON.stringify(end))
  for (const key of KEYS) localStorage.removeItem(key)
  notify()
}

export function storedEnd(): SessionEnd | null {
  return JSON.parse(localStorage.getItem(END_KEY) ?? 'null') as SessionEnd | null
}

/** A refresh is due when its time has passed or was never stored. */
export function refreshDue(session: StoredSession, now = Date.now()): boolean {
  return session.lastRefresh === null || now >= session.lastRefresh + session.refEffect * 1000
}

/** Whether the access token is still valid. */
export function tokenFresh(session: StoredSession, now = Date.now()): boolean {
  return session.lastRefresh !== null && now < session.lastRefresh + session.effect * 1000
}

export const storedSocketId = () => get('socketId')
export const storeSocketId = (socketId: string) => put({ socketId })

export function isRole(role: string): role is Role {
  return ROLES.some((known) => known === role)
}

export function onSessionChange(listener: Listener): () => void {
  const elsewhere = () => listener(true)
  listeners.add(listener)
  window.addEventListener('storage', elsewhere)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', elsewhere)
  }
}
