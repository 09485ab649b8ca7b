import { z } from 'zod'
import { body, call, Nothing, type DataOf } from '../../wire/call.ts'
import { Id, Instant, required } from '../../wire/fields.ts'
import { DRIFT, DRIFT_MEASURES, DriftLook } from '../../report/drift.ts'

/**
 * `collecting`: its first photographs. `few`: too few to say. `once`: one look outside, which the next confirms or not.
 * `left`: outside in two looks in a row, and nobody has said yet what was done. `noted`: somebody has, and no week after it
 * has been looked at.
 */
export const DRIFT_STATES = ['left', 'once', 'within', 'few', 'noted', 'collecting'] as const
export type DriftState = (typeof DRIFT_STATES)[number]

const Measure = z.enum(DRIFT_MEASURES)

const DriftDevice = z.object({
  drift_id: Id,
  /** Empty where sittings name none. */
  name: z.string(),
  networks: z.string(),
  /** Mondays: of its first photographs, and of the newest week with any. */
  begun: z.string(),
  week: z.string().nullable(),
  /** Earlier networks that it was compared by. */
  is_new_version: z.boolean(),
  state: z.enum(DRIFT_STATES),
  /** Of its first photographs. */
  collected: z.int(),
  /** The newest look at each measure. */
  looks: z.array(DriftLook),
  alarm: z.object({ alarm_id: Id, week: z.string(), measures: z.array(Measure) }).nullable(),
})
export type DriftDevice = z.infer<typeof DriftDevice>

export const listDrift = call({
  path: '/v1/drift/list',
  access: ['3'],
  body: body({}),
  data: z.object({
    /** null: the institution does not watch. */
    since: Instant.nullable(),
    /** The Monday before which every week was looked at. */
    through: z.string().nullable(),
    rows: z.array(DriftDevice),
  }),
  summary: 'Ours: whether what each device brings stands within the band of its first photographs',
})

export const setDrift = call({
  path: '/v1/drift/set',
  access: ['3'],
  body: body({ on: z.boolean('wrong_type') }),
  data: Nothing,
  summary: 'Ours: watch what the devices of the institution bring, or end it',
})

export const openDrift = call({
  path: '/v1/drift/open',
  access: ['3'],
  body: body({ drift_id: Id }),
  data: z.object({
    device: DriftDevice,
    weeks: z.array(
      z.object({
        week: z.string(),
        photographs: z.int(),
        sittings: z.int(),
        looks: z.array(DriftLook),
      }),
    ),
    alarms: z.array(
      z.object({
        alarm_id: Id,
        week: z.string(),
        measures: z.array(Measure),
        seen: z.object({ by: z.string(), at: Instant }).nullable(),
        note: z.object({ text: z.string(), by: z.string(), at: Instant }).nullable(),
      }),
    ),
    /** Of the newest alarm: those that show it most, without deleted ones. */
    photographs: z.array(
      z.object({
        place: z.int(),
        measure: Measure,
        value: z.number().nullable(),
        pid: Id,
        rid: Id,
        name: z.string(),
        record_date: z.string(),
        thumb_url: z.string(),
      }),
    ),
  }),
  summary: 'Ours: the weeks of a device, its alarms, and the photographs that show it most',
})
export type OpenedDrift = DataOf<typeof openDrift>

export const noteDrift = call({
  path: '/v1/drift/note',
  access: ['3'],
  body: body({
    alarm_id: Id,
    note: required(DRIFT.noteChars),
    /** From now on compare with the next photographs: the lens or the device is another one. */
    anew: z.boolean('wrong_type').default(false),
  }),
  data: Nothing,
  summary: 'Ours: say what was done about a device that left its band; ends the alarm',
})

export const DRIFT_ACTIONS = {
  'drift.list': ['查看设备漂移监测', 'List the devices of the drift watch'],
  'drift.set': ['设置设备漂移监测', 'Turn the drift watch on or off'],
  'drift.open': ['查看一台设备的漂移监测', 'Open a device of the drift watch'],
  'drift.left': ['设备图像偏离基线', 'A device left its band'],
  'drift.note': ['记录设备偏离的处理', 'Note what was done about a device'],
} as const
