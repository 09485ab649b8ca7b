import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import {
  changeable,
  Id,
  Instant,
  Order,
  PastPeriod,
  required,
  shortText,
  Version,
  withDates,
} from '../../wire/fields.ts'
import { CLINICIANS } from '../../wire/roles.ts'

const path = '/v1/dm-complication-treat-his'

const fields = {
  disease_type: shortText,
  /** A day, a month (`2011-03`) or a year. */
  start_date: PastPeriod,
  /** Left out while it goes on. */
  end_date: PastPeriod.optional(),
  treat_plan: required(200).optional(),
}
export type ComplicationInput = z.infer<ReturnType<typeof z.object<typeof fields>>>

export const Complication = z.object({
  row_id: Id,
  pid: Id,
  disease_type: z.string(),
  start_date: z.string(),
  end_date: z.string().nullable(),
  treat_plan: z.string().nullable(),
  created_at: Instant,
  ...changeable,
})
export type Complication = z.infer<typeof Complication>

export const listComplications = call({
  path: `${path}/get`,
  access: CLINICIANS,
  body: body({ pid: Id, order: Order }),
  data: z.object({ rows: z.array(Complication) }),
  summary: 'Complications and treatment of a patient: newest record first, or newest start first',
})

export const addComplication = call({
  path: `${path}/add`,
  adds: true,
  access: CLINICIANS,
  body: withDates(body({ pid: Id, ...fields })),
  data: z.object({ row_id: Id }),
  summary: 'Add a complication and its treatment',
})

export const setComplication = call({
  path: `${path}/set`,
  access: CLINICIANS,
  body: withDates(body({ row_id: Id, ...fields, version: Version })),
  data: Nothing,
  summary: 'Change a complication and its treatment: the whole record',
})

export const deleteComplication = call({
  path: `${path}/del`,
  access: CLINICIANS,
  body: body({ row_id: Id, version: Version }),
  data: Nothing,
  summary: 'Delete a complication and its treatment',
})

export const COMPLICATION_RECORD = {
  tab: ['并发症及治疗史', 'Complications and treatment'],
  one: 'a complication',
  id: 'row_id',
  calls: {
    list: listComplications,
    add: addComplication,
    set: setComplication,
    delete: deleteComplication,
  },
} as const
