import { z } from 'zod'
import { LastResult } from '../images/analyses.ts'
import { body, call, Nothing } from '../../wire/call.ts'
import {
  AreaId,
  CardNumber,
  filter,
  Gender,
  Id,
  Instant,
  page,
  pageOf,
  PastDate,
  PersonName,
  Phone,
  Profession,
  required,
} from '../../wire/fields.ts'
import { CLINICIANS } from '../../wire/roles.ts'
import { Identifiers } from './identifiers.ts'

/** What a form asks for and may be left out. A patient without one of these is incomplete. */
export const ASKED_FOR = [
  'phone',
  'profession',
  'area_id',
  'address',
  'allergic_history',
  'operation_history',
] as const

/** The value of a history that was asked for and is empty. A missing history was not asked for. */
export const NO_HISTORY = '无'

const fields = {
  ad_card_number: CardNumber,
  name: PersonName,
  gender: Gender,
  birthday: PastDate,
  /** The fields from here on may be missing. */
  profession: Profession.optional(),
  phone: Phone.optional(),
  area_id: AreaId.optional(),
  address: required(128).optional(),
  /** `NO_HISTORY` where there is none. */
  allergic_history: required(200).optional(),
  operation_history: required(200).optional(),
  /** Ours. Numbers besides the card number. Left out: as they are; null: none any more. */
  identifiers: Identifiers.nullable().optional(),
}
export const PatientInput = body(fields)
export type PatientInput = z.infer<typeof PatientInput>

const Patient = z.object({
  pid: Id,
  ad_card_number: z.string(),
  name: z.string(),
  gender: Gender,
  birthday: z.string(),
  profession: z.string().nullable(),
  phone: z.string().nullable(),
  area_id: z.array(z.string()).nullable(),
  address: z.string().nullable(),
  allergic_history: z.string().nullable(),
  operation_history: z.string().nullable(),
  created_at: Instant,
})
export type Patient = z.infer<typeof Patient>

const MergedRecord = z.object({
  pid: Id,
  name: z.string(),
  ad_card_number: z.string(),
  gender: Gender,
  birthday: z.string(),
  merged_by: z.string(),
  merged_at: Instant,
  /** null once the merge is for good. */
  undo_until: Instant.nullable(),
})
export type MergedRecord = z.infer<typeof MergedRecord>

const ListedPatient = Patient.extend({
  /** Ours. The newest day with images or an examination. */
  last_visit: z.string().nullable(),
  /** Ours. */
  last_result: LastResult.nullable(),
})
export type ListedPatient = z.infer<typeof ListedPatient>

/** Where a record or an order came from that nobody in the clinic wrote: a system or a table, and when. */
export const Origin = z.object({ name: z.string(), at: Instant })
export type Origin = z.infer<typeof Origin>

/** So many of the newest are shown. */
export const CHANGED_SHOWN = 20

const ChangedValue = z.union([z.string(), z.int(), z.array(z.string()), Identifiers]).nullable()

/** Both values of a field that a system and the clinic, or two systems, say differently. */
const OutsideChange = z.object({
  field: z.enum(Object.keys(fields) as [keyof typeof fields, ...(keyof typeof fields)[]]),
  /** As a form has them; null: nothing. */
  before: ChangedValue,
  after: ChangedValue,
  /** Who wrote the later one, and whether that is a system. */
  by: z.string(),
  outside: z.boolean(),
  at: Instant,
})
export type OutsideChange = z.infer<typeof OutsideChange>

/**
 * `merged`, ours: records of the same person that this one stands for too. `identifiers`, ours: the numbers that any of
 * them says, besides their card numbers. Lists leave them out.
 */
const PatientDetail = ListedPatient.extend({
  merged: z.array(MergedRecord),
  identifiers: Identifiers,
  /** Ours. null: written by hand. */
  origin: Origin.nullable(),
  /** Ours. The newest first. */
  outside_changes: z.array(OutsideChange),
})
export type PatientDetail = z.infer<typeof PatientDetail>

/** How many patients of one name and birthday are named. */
export const ALIKE_PATIENTS = 50

/** `data` of a refusal of a patient whose name and birthday another one has. */
export const RefusedAlike = z.object({
  alike: z.array(
    z.object({
      pid: Id,
      name: z.string(),
      ad_card_number: z.string(),
      birthday: z.string(),
      last_visit: z.string().nullable(),
    }),
  ),
})
export type RefusedAlike = z.infer<typeof RefusedAlike>

export const listPatients = call({
  path: '/v1/patient/listByInfo',
  access: CLINICIANS,
  body: body({ ...page, name: filter(40), phone: filter(32), adCardNumber: filter(32) }),
  data: pageOf(ListedPatient),
  summary: 'Patients of the own institution, newest first',
})

export const addPatient = call({
  path: '/v1/patient/add',
  adds: true,
  access: CLINICIANS,
  body: PatientInput.extend({
    /**
     * Ours. A patient of the same name and birthday is refused, except beside those listed here, which a person has
     * seen. Without the list nothing is compared, because the specified call has no such question.
     */
    alike: z.array(Id).max(ALIKE_PATIENTS, 'out_of_range').optional(),
  }),
  data: z.object({ pid: Id }),
  summary: 'Add a patient',
})

export const setPatient = call({
  path: '/v1/patient/set',
  access: CLINICIANS,
  body: body({ pid: Id, ...fields }),
  data: Nothing,
  summary: 'Change a patient: the whole record',
})

/** Why a patient is deleted. One of a list: words would carry a patient's data into the log. */
export const DELETE_REASONS = ['duplicate', 'mistake', 'request', 'trial', 'other'] as const
export type DeleteReason = (typeof DELETE_REASONS)[number]

export const deletePatient = call({
  path: '/v1/patient/del',
  access: CLINICIANS,
  // Ours: the reason. The page asks for it, and the audit log keeps it.
  body: body({ pid: Id, reason: z.enum(DELETE_REASONS, 'not_allowed').optional() }),
  data: Nothing,
  summary:
    'Delete a patient. Patient, archives and analyses are hidden from everybody. Signed reports stay readable to the institution',
})

export const patientInfo = call({
  path: '/v1/patient/basicInfo',
  access: CLINICIANS,
  body: body({ pid: Id }),
  data: PatientDetail,
  summary: 'One patient, by its record or by one that was merged into it',
})

export const mergePatients = call({
  path: '/v1/patient/merge',
  access: CLINICIANS,
  /** The record that stands for both from now on, and the other one. */
  body: body({ pid: Id, merged_pid: Id }),
  data: Nothing,
  summary: 'Ours: merge two records of one person. Both are kept, and can be parted for 30 days',
})

export const unmergePatient = call({
  path: '/v1/patient/unmerge',
  access: CLINICIANS,
  body: body({ merged_pid: Id }),
  data: Nothing,
  summary: 'Ours: part a merged record again. Each keeps what is filed under it',
})

export const PATIENT_READ_ACTIONS = {
  'patient.list': ['查询患者列表', 'List patients'],
  'patient.open': ['查看患者', 'Open a patient'],
} as const

export const PATIENT_ACTIONS = {
  'patient.add': ['新增患者', 'Add a patient'],
  'patient.set': ['修改患者', 'Change a patient'],
  'patient.delete': ['删除患者', 'Delete a patient'],
} as const

export const PATIENT_MERGE_ACTIONS = {
  'patient.merge': ['合并患者档案', 'Merge two patient records'],
  'patient.unmerge': ['撤销患者档案合并', 'Undo a merge of patient records'],
} as const
