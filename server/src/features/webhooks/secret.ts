import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { seal, unseal } from '../../platform/keys/seal.ts'

const PREFIX = 'whsec_'
const BYTES = 32

const about = (webhook_id: string) => `webhook ${webhook_id}`

export const newWebhookSecret = (): string => PREFIX + randomBytes(BYTES).toString('base64')

export const sealSecret = (ctx: Context, webhook_id: string, secret: string): Buffer =>
  seal(ctx.keys.seal, secret, about(webhook_id))

export const unsealSecret = (ctx: Context, webhook_id: string, sealed: Buffer): string =>
  unseal(ctx.keys.seal, sealed, about(webhook_id))

interface Signed {
  /** One, or for a while two: the receiver takes a signature with either. */
  secrets: readonly string[]
  id: string
  seconds: number
  body: string
}

/** The headers of Standard Webhooks 1.0.0: HMAC-SHA256 of `id.timestamp.body`. */
export function signedHeaders({ secrets, id, seconds, body }: Signed): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
