import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import { Id, Instant, page, pageOf } from '../../wire/fields.ts'
import { CLINICIANS } from '../../wire/roles.ts'

const ErasablePatient = z.object({
  pid: Id,
  name: z.string(),
  ad_card_number: z.string(),
  deleted_at: Instant,
  /** The last day on which something was recorded, `YYYY-MM-DD`. */
  last_day: z.string(),
  sittings: z.int(),
  reports: z.int(),
  /** Who asked for the erasure, where it waits for a second person. */
  asked: z.object({ uid: Id, name: z.string(), at: Instant }).nullable(),
})
export type ErasablePatient = z.infer<typeof ErasablePatient>

export const listErasable = call({
  path: '/v1/patient/erasure/list',
  access: CLINICIANS,
  body: body({ ...page }),
  /** `years`: the time that the institution has set; null: it erases nobody. */
  data: pageOf(ErasablePatient).extend({ years: z.int().nullable() }),
  summary: 'Ours: deleted patients of the own institution whose time of keeping is over',
})

export const askErasure = call({
  path: '/v1/patient/erasure/ask',
  access: ['3'],
  body: body({ pid: Id }),
  data: Nothing,
  summary: 'Ours: ask for the erasure of a deleted patient. Somebody else has to confirm it',
})

export const withdrawErasure = call({
  path: '/v1/patient/erasure/withdraw',
  access: CLINICIANS,
  body: body({ pid: Id }),
  data: Nothing,
  summary: 'Ours: take back what was asked for. Nothing is erased',
})

export const confirmErasure = call({
  path: '/v1/patient/erasure/confirm',
  access: CLINICIANS,
  body: body({ pid: Id }),
  data: z.object({ sittings: z.int(), images: z.int(), reports: z.int() }),
  summary:
    'Ours: erase a deleted patient for good, with images and reports. Never by whoever asked for it',
})

export const ERASURE_ACTIONS = {
  'patient.list-erasable': ['查看到期病历', 'List records due for erasure'],
  'patient.ask-erasure': ['申请销毁已删除患者的病历', 'Request erasure of a deleted patient'],
  'patient.withdraw-erasure': ['撤回病历销毁申请', 'Withdraw a request for erasure'],
  'patient.erase': ['销毁已删除患者的病历', 'Erase a deleted patient'],
} as const
