import { PATHS } from '../../paths.ts'

/** What a visit at a provider of identity leaves in this tab, and a sign-in code in this browser. */
const NEXT_KEY = 'sso_next'
const CODE_KEY = 'sso_code'

/** Leads to the page of the provider. `next` is the page to open afterwards. */
export function leaveForProvider(url: string, next: string = PATHS.app): void {
  sessionStorage.setItem(NEXT_KEY, next)
  window.location.assign(url)
}

export function takeNext(): string {
  const next = sessionStorage.getItem(NEXT_KEY) ?? PATHS.app
  sessionStorage.removeItem(NEXT_KEY)
  return next
}

/** The sign-in code that was last used here. It is no secret of a person. */
export const knownCode = () => localStorage.getItem(CODE_KEY) ?? ''
export const rememberCode = (code: string) => localStorage.setItem(CODE_KEY, code)
