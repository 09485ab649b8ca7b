import { z } from 'zod'
import { AUDIT_ACTIONS, AUDIT_OUTCOMES } from './audit-texts.ts'
import { body, call, Nothing } from '../../wire/call.ts'
import { filter, Id, Instant, page, pageOf, SearchDate, StatusMap } from '../../wire/fields.ts'
import { ROLES } from '../../wire/roles.ts'

/** A main account reads the entries of its institution, administrators those of the platform. */
const READERS = ['1', '2', '3'] as const

const either = <const Value extends readonly string[]>(values: Value) =>
  z.union([z.enum(values), z.literal('')], 'not_allowed').optional()

const filters = {
  /** Part of the name or user name of the person who acted. */
  person: filter(64),
  action: either(AUDIT_ACTIONS),
  outcome: either(AUDIT_OUTCOMES),
  /** Part of the name or number of a patient, of the name of an account or institution, or an id. */
  target: filter(64),
  /** The patient that the entry concerns: who opened this patient? */
  pid: Id.optional(),
  /** `imported`: what an institution that moved here has brought of the log where it was. */
  origin: either(['imported']),
  /** First and last day, in Asia/Shanghai. */
  from: SearchDate.optional(),
  to: SearchDate.optional(),
}

const AuditEntry = z.object({
  id: z.string(),
  at: Instant,
  /** The account that acted; null for a visitor. */
  uid: Id.nullable(),
  /** null for a visitor. An institution reads null for administrators too. */
  name: z.string().nullable(),
  username: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
  ip: z.string(),
  action: z.string(),
  outcome: z.enum(AUDIT_OUTCOMES),
  target_type: z.string().nullable(),
  target_id: z.string().nullable(),
  /** The account's user name, the institution's name. */
  target_name: z.string().nullable(),
  pid: Id.nullable(),
  patient_name: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  /** A record of another installation, and no part of the chain of this one. */
  imported: z.boolean(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const listAudit = call({
  path: '/v1/audit/listByInfo',
  blind: 'closed',
  access: READERS,
  body: body({ ...page, ...filters }),
  data: pageOf(AuditEntry).extend({
    action_map: StatusMap,
    outcome_map: StatusMap,
    role_map: StatusMap,
  }),
  summary: 'Ours: who did what, newest first',
})

export const exportAudit = call({
  path: '/v1/audit/export',
  blind: 'closed',
  access: READERS,
  body: body(filters),
  data: Nothing,
  file: 'text/csv',
  summary: 'Ours: the same entries as a CSV file; a success answers the file itself',
})
