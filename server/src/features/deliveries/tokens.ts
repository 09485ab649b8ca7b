import type { Context } from '../../context.ts'
import { seal, unseal } from '../../platform/keys/seal.ts'

/** What a destination is shown by us, and nobody else is told. */
export type Credential = 'token' | 'certificate'

const about = (destination_id: string, what: Credential) =>
  what === 'token'
    ? `destination ${destination_id}`
    : `certificate of destination ${destination_id}`

export const sealFor = (
  ctx: Context,
  destination_id: string,
  what: Credential,
  text: string,
): Buffer => seal(ctx.keys.seal, text, about(destination_id, what))

export const unsealFor = (
  ctx: Context,
  destination_id: string,
  what: Credential,
  sealed: Buffer,
): string => unseal(ctx.keys.seal, sealed, about(destination_id, what))
