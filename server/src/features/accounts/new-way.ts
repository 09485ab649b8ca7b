import type { OpenChange } from './change-queries.ts'

/** Another way into an account. */
export type NewWay = { kind: 'email'; email: string } | { kind: 'factor' }

/** What a change that waits opens: others are done at once. */
export const wayOf = ({ kind, email }: OpenChange): NewWay =>
  kind === 'email' && email !== null ? { kind, email } : { kind: 'factor' }
