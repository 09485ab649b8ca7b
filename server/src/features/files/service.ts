import {
  ADMINISTRATORS,
  CLINICIANS,
  FEEDBACK,
  IMAGE_LIMITS,
  PATIENT_IMPORT,
  ROLES,
  STATUS,
  TRIAL_UPLOAD_FORMS,
  UPLOAD_FORMS,
  type askUploadForms,
  type BodyOf,
  type DataOf,
  type getStsToken,
  type Role,
  ModalityKey,
  type UploadForm,
  type UploadType,
} from '@mingmou/contract'
import { v7 as uuid } from 'uuid'
import type { Context } from '../../context.ts'
import type { Actor, Caller } from '../../http/actor.ts'
import { Denied, invalid } from '../../http/refusal.ts'
import type { Terms } from '../../platform/files/files.ts'
import { countTry } from '../sessions/throttle.ts'
import { expectUpload } from './opening.ts'
import { countUpload, type Uploader } from './unfiled.ts'

interface UploadRule {
  roles: readonly Role[]
  max_bytes: number
  accept: readonly string[]
  /** What comes is opened as a picture of an eye. */
  opened?: true
}

const MIB = 1024 * 1024
const PICTURES = ['image/jpeg', 'image/png', 'image/webp']
const eyeImages = (roles: readonly Role[]): UploadRule => ({
  roles,
  max_bytes: IMAGE_LIMITS.maxBytes,
  accept: IMAGE_LIMITS.accept,
  opened: true,
})

const OF_KINDS = Object.fromEntries(
  ModalityKey.options.map((key) => [key, eyeImages(CLINICIANS)]),
) as Record<ModalityKey, UploadRule>

const RULES: Record<UploadType, UploadRule> = {
  ...OF_KINDS,
  experience: eyeImages(['5']),
  logo: { roles: [...ADMINISTRATORS, '3'], max_bytes: 2 * MIB, accept: PICTURES },
  news: { roles: ADMINISTRATORS, max_bytes: 10 * MIB, accept: PICTURES },
  patients: {
    roles: CLINICIANS,
    max_bytes: PATIENT_IMPORT.maxBytes,
    accept: ['text/csv', '.csv', '.xlsx'],
  },
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

/** What a feature asks before it takes uploads of its type. */
export type UploadGuards = Partial<
  Record<UploadType, (ctx: Context, caller: Caller) => Promise<void>>
>

/** Whether it is the copy of a file that a device sent to the actor's institution, which is filed as an upload is. */
export function isReceivedBy({ oid }: Actor, key: string): boolean {
  return oid !== null && key.startsWith(`received/${oid}/`) && /\/image-\d+\.dcm$/.test(key)
}

/** A form for one file. */
export async function makeUploadForm(
  ctx: Context,
  caller: Caller,
  { file_type, file_name }: BodyOf<typeof getStsToken>,
  guards: UploadGuards,
): Promise<DataOf<typeof getStsToken>> {
  const [sts_config] = await makeForms(ctx, caller, { file_type, names: [file_name] }, guards)
  if (sts_config === undefined) throw new Error('no form was made')
  return { sts_config }
}

/**
 * Forms for the files of a batch. An object store takes uploads without asking here, so a form counts there as a file of
 * the largest size: it gets one at a time.
 */
export const makeUploadForms = async (
  ctx: Context,
  caller: Caller,
  { file_type, file_names }: BodyOf<typeof askUploadForms>,
  guards: UploadGuards,
): Promise<DataOf<typeof askUploadForms>> => {
  const names = ctx.files.door === null ? file_names.slice(0, 1) : file_names
  return { forms: await makeForms(ctx, caller, { file_type, names }, guards) }
}

interface Wanted {
  file_type: UploadType
  names: readonly (string | undefined)[]
}

/**
 * Each is for one file in a folder of its own. Where the client says its name, the form is for that
 * key alone. An object store can bound a form in no other way.
 */
async function makeForms(
  ctx: Context,
  caller: Caller,
  { file_type, names }: Wanted,
  guards: UploadGuards,
): Promise<UploadForm[]> {
  const { actor } = caller
  const rule = RULES[file_type]
  if (!rule.roles.includes(actor.role)) throw new Denied(STATUS.roleNotAllowed)
  await guards[file_type]?.(ctx, caller)
  const forms = actor.role === '5' ? TRIAL_UPLOAD_FORMS : UPLOAD_FORMS
  await countTry(ctx, `uploads by ${actor.uid}`, forms, names.length)
  if (rule.opened) expectUpload(caller)
  const folders = names.map(() => `${home(actor, file_type)}${uuid()}/`)
  await countAhead(ctx, actor, folders, rule.max_bytes)
  const terms = { maxBytes: rule.max_bytes, session: { uid: actor.uid, sid: actor.sid } }
  const made: UploadForm[] = []
  for (const [at, key_prefix] of folders.entries()) {
    const form = await formFor(ctx, key_prefix, names[at], terms)
    made.push({
      url: form.url,
      fields: form.fields,
      key_prefix,
      max_bytes: rule.max_bytes,
      accept: [...rule.accept],
      expires_at: form.expires_at.toISOString(),
    })
  }
  return made
}

/** An object store takes an upload without asking here: as much as its form allows is counted with the form. */
export async function countAhead(
  ctx: Context,
  by: Uploader,
  keys: readonly string[],
  bytes: number,
): Promise<void> {
  if (ctx.files.door !== null) return
  for (const key of keys) await countUpload(ctx, by, key, bytes)
}

async function formFor(ctx: Context, folder: string, name: string | undefined, terms: Terms) {
  if (name !== undefined) return ctx.files.uploadForm(`${folder}${name}`, terms)
  if (ctx.files.door === null) throw invalid({ file_name: 'required' })
  return ctx.files.door.uploadForm(folder, terms)
}
