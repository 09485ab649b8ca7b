import {
  ADMINISTRATORS,
  CLINICIANS,
  FEEDBACK,
  IMAGE_LIMITS,
  ROLES,
  STATUS,
  type DataOf,
  type getStsToken,
  type Role,
  type UploadType,
} from '@mingmou/contract'
import { v7 as uuid } from 'uuid'
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/actor.ts'
import { Denied } from '../../http/refusal.ts'

interface UploadRule {
  roles: readonly Role[]
  max_bytes: number
  accept: readonly string[]
}

const MIB = 1024 * 1024
const PICTURES = ['image/jpeg', 'image/png', 'image/webp']
const eyeImages = (roles: readonly Role[]): UploadRule => ({
  roles,
  max_bytes: IMAGE_LIMITS.maxBytes,
  accept: IMAGE_LIMITS.accept,
})

const RULES: Record<UploadType, UploadRule> = {
  fundus: eyeImages(CLINICIANS),
  surface: eyeImages(CLINICIANS),
  octa: eyeImages(CLINICIANS),
  experience: eyeImages(['5']),
  logo: { roles: [...ADMINISTRATORS, '3'], max_bytes: 2 * MIB, accept: PICTURES },
  news: { roles: ADMINISTRATORS, max_bytes: 10 * MIB, accept: PICTURES },
  feedback: { roles: ROLES, max_bytes: FEEDBACK.maxBytes, accept: FEEDBACK.accept },
}

/** The uploads of an institution share a folder. Other accounts have one each. */
function home(actor: Actor, type: UploadType): string {
  return `uploads/${type}/${actor.oid ?? actor.uid}/`
}

/** Whether this actor or his institution uploaded a key for this purpose. */
export function isUploadOf(actor: Actor, type: UploadType, key: string): boolean {
  return key.startsWith(home(actor, type))
}

export async function makeUploadForm(
  ctx: Context,
  actor: Actor,
  type: UploadType,
): Promise<DataOf<typeof getStsToken>> {
  const rule = RULES[type]
  if (!rule.roles.includes(actor.role)) throw new Denied(STATUS.roleNotAllowed)
  const key_prefix = `${home(actor, type)}${uuid()}/`
  const form = await ctx.files.uploadForm({ prefix: key_prefix }, rule.max_bytes)
  return {
    sts_config: {
      url: form.url,
      fields: form.fields,
      key_prefix,
      max_bytes: rule.max_bytes,
      accept: [...rule.accept],
      expires_at: form.expires_at.toISOString(),
    },
  }
}
