import { createHmac, timingSafeEqual } from 'node:crypto'
import { SIGNED_URL_SECONDS } from '@mingmou/contract'
import { z } from 'zod'
import type { Admitted, AdmittedRead, Reading } from './files.ts'

/** Addresses made in the same five minutes are equal, so that the browser's cache works. */
const STEP_SECONDS = 300

const Policy = z.object({
  /** One key or, with `alone`, the folder that one file has to itself. */
  where: z.string(),
  alone: z.boolean(),
  maxBytes: z.number(),
  session: z.object({ uid: z.string(), sid: z.string() }).nullable(),
  expires: z.number(),
})

type Purpose = 'read' | 'form' | 'device'

export function sign([secret]: readonly Buffer[], purpose: Purpose, text: string): string {
  if (secret === undefined) throw new Error('No secret to sign with')
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
}

/** Whether one of the secrets made the signature. */
export function isSigned(
  secrets: readonly Buffer[],
  purpose: Purpose,
  text: string,
  given: string | undefined,
): boolean {
  const signature = Buffer.from(given ?? '')
  return secrets.some((secret) => {
    const wanted = Buffer.from(sign([secret], purpose, text))
    return signature.length === wanted.length && timingSafeEqual(signature, wanted)
  })
}

export function signedQuery(
  secrets: readonly Buffer[],
  key: string,
  now: Date,
  { saveAs, kept = true }: Reading = {},
): string {
  const end = now.getTime() / 1000 + SIGNED_URL_SECONDS
  const expires = String(Math.floor(end / STEP_SECONDS) * STEP_SECONDS)
  const name = saveAs ?? null
  const signature = sign(secrets, 'read', readText(expires, key, name, kept))
  return new URLSearchParams({
    expires,
    ...(name !== null && { name }),
    ...(!kept && { kept: 'no' }),
    signature,
  }).toString()
}

const readText = (expires: string, key: string, name: string | null, kept: boolean) =>
  JSON.stringify([expires, key, name, ...(kept ? [] : ['unkept'])])

export function admitRead(
  secrets: readonly Buffer[],
  key: string,
  query: Record<string, string>,
  now: Date,
): AdmittedRead | null {
  const expires = query['expires'] ?? ''
  const saveAs = query['name'] ?? null
  const kept = query['kept'] === undefined
  const text = readText(expires, key, saveAs, kept)
  if (!isSigned(secrets, 'read', text, query['signature'])) return null
  const ends = new Date(Number(expires) * 1000)
  return ends > now ? { ends, saveAs, kept: kept && saveAs === null } : null
}

export function uploadForm(
  secrets: readonly Buffer[],
  where: string,
  { alone, maxBytes, session }: Admitted,
  now: Date,
): { fields: Record<string, string>; expires_at: Date } {
  const expires = now.getTime() + SIGNED_URL_SECONDS * 1000
  const given: z.infer<typeof Policy> = { where, alone, maxBytes, session, expires }
  const policy = Buffer.from(JSON.stringify(given)).toString('base64url')
  return {
    fields: { policy, signature: sign(secrets, 'form', policy) },
    expires_at: new Date(expires),
  }
}

export function admitUpload(
  secrets: readonly Buffer[],
  form: Record<string, string>,
  key: string,
  now: Date,
): Admitted | null {
  const text = form['policy'] ?? ''
  if (!isSigned(secrets, 'form', text, form['signature'])) return null
  const policy = Policy.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  const { where, alone, maxBytes, session, expires } = policy
  const within = alone ? isIn(where, key) : key === where
  return within && expires > now.getTime() ? { alone, maxBytes, session } : null
}

/** A file of the folder itself: of no folder in it. */
const isIn = (folder: string, key: string) =>
  key.length > folder.length && key.lastIndexOf('/') === folder.length - 1 && key.startsWith(folder)
