import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import {
  Id,
  Instant,
  isBefore,
  PastDate,
  PastPeriod,
  required,
  Version,
} from '../../wire/fields.ts'
import { CLINICIANS } from '../../wire/roles.ts'

/** Lean, normal, overweight, obese. */
export const SOMATOTYPES = [1, 2, 3, 4] as const

const path = '/v1/dm-conditions'
const between = (least: number, most: number, error: 'fbg_range' | 'hba1c_range') =>
  z.number('wrong_type').min(least, error).max(most, error)

/** Each may be left out. What is left out of a change is cleared. */
const fields = {
  /** A day, a month (`2011-03`) or a year. */
  onset_date: PastPeriod.optional(),
  diagnosis_date: PastPeriod.optional(),
  somatotype: z.literal(SOMATOTYPES, 'not_allowed').optional(),
  recently_fbg_date: PastDate.optional(),
  /** Fasting blood glucose in mmol/L. */
  recently_fbg_value: between(1, 50, 'fbg_range').optional(),
  recently_HbA1c_date: PastDate.optional(),
  /** HbA1c in percent. */
  recently_HbA1c_value: between(3, 20, 'hba1c_range').optional(),
  current_medication: required(200).optional(),
}
export type DmConditionsInput = z.infer<ReturnType<typeof z.object<typeof fields>>>

const Recorded = z.object({
  onset_date: z.string().nullable(),
  diagnosis_date: z.string().nullable(),
  somatotype: z.literal(SOMATOTYPES).nullable(),
  recently_fbg_date: z.string().nullable(),
  recently_fbg_value: z.number().nullable(),
  recently_HbA1c_date: z.string().nullable(),
  recently_HbA1c_value: z.number().nullable(),
  current_medication: z.string().nullable(),
  changed_by: z.string().nullable(),
  changed_at: Instant.nullable(),
  /** Ours: the record of the patient that holds it; null until something was recorded. */
  record: z.object({ name: z.string(), ad_card_number: z.string() }).nullable(),
})

/** `version`, ours: 0 until something was recorded. `older`, ours: what merged records say beside the newest. */
export const DmConditions = Recorded.extend({
  pid: Id,
  version: z.int(),
  older: z.array(Recorded),
})
export type DmConditions = z.infer<typeof DmConditions>

export const dmConditions = call({
  path: `${path}/get`,
  access: CLINICIANS,
  body: body({ pid: Id }),
  data: DmConditions,
  summary:
    'Diabetes of a patient; null where nothing was recorded. Of merged records the newest, and the others in `older`',
})

export const setDmConditions = call({
  path: `${path}/set`,
  access: CLINICIANS,
  body: body({ pid: Id, ...fields, version: Version }).refine(
    ({ onset_date, diagnosis_date }) =>
      !onset_date || !diagnosis_date || !isBefore(diagnosis_date, onset_date),
    { error: 'diagnosis_before_onset', path: ['diagnosis_date'] },
  ),
  data: Nothing,
  summary: 'Change the diabetes of a patient: the whole record; of merged records the newest',
})

export const DIABETES_ACTIONS = {
  'diabetes.open': ['查看糖尿病情况', 'Open the diabetes record'],
  'diabetes.set': ['修改糖尿病情况', 'Change the diabetes record'],
} as const
