import type { Context } from '../../context.ts'
import { seal, unseal } from '../../platform/keys/seal.ts'

const about = (destination_id: string) => `destination ${destination_id}`

export const sealToken = (ctx: Context, destination_id: string, token: string): Buffer =>
  seal(ctx.keys.seal, token, about(destination_id))

export const unsealToken = (ctx: Context, destination_id: string, sealed: Buffer): string =>
  unseal(ctx.keys.seal, sealed, about(destination_id))
