import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import {
  bounded,
  changeable,
  ComingDate,
  Gender,
  Id,
  Instant,
  page,
  pageOf,
  required,
  SearchDate,
  Version,
} from '../../wire/fields.ts'
import { ModalityKey } from '../../wire/kinds.ts'
import { CLINICIANS } from '../../wire/roles.ts'

const path = '/v1/orders'

export const ORDER_STATES = ['open', 'done', 'cancelled'] as const
export const OrderState = z.enum(ORDER_STATES, 'not_allowed')
export type OrderState = z.infer<typeof OrderState>

export const ORDERED_EYES = ['both', 'right', 'left'] as const
export const OrderedEyes = z.enum(ORDERED_EYES, 'not_allowed')
export type OrderedEyes = z.infer<typeof OrderedEyes>

/** Open orders of one patient. */
export const OPEN_ORDERS_PER_PATIENT = 20

const DayTime = bounded(
  z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'time_format'),
  5,
  'time_format',
)

const fields = {
  modality: ModalityKey,
  eyes: OrderedEyes.default('both'),
  day: ComingDate,
  time: DayTime.optional(),
  /** The device that is to photograph; any where it is left out. */
  device_id: Id.optional(),
}

export const PhotoOrder = z.object({
  order_id: Id,
  pid: Id,
  name: z.string(),
  gender: Gender,
  birthday: z.string(),
  ad_card_number: z.string(),
  modality: ModalityKey,
  eyes: OrderedEyes,
  day: z.string(),
  time: z.string().nullable(),
  /** The device that is to photograph, and its name; null: any. */
  device_id: Id.nullable(),
  station: z.string().nullable(),
  accession: z.string(),
  state: OrderState,
  /** It is open, and its day is over. */
  overdue: z.boolean(),
  ordered_by: z.string(),
  ordered_at: Instant,
  /** The archive that closed it, and when. */
  done: z.object({ rid: Id, at: Instant }).nullable(),
  cancelled: z.object({ by: z.string(), at: Instant, reason: z.string() }).nullable(),
  ...changeable,
})
export type PhotoOrder = z.infer<typeof PhotoOrder>

export const listOrders = call({
  path: `${path}/list`,
  access: CLINICIANS,
  body: body({
    ...page,
    /** Today where it is left out or empty. */
    day: SearchDate.optional(),
    modality: ModalityKey.optional(),
    device_id: Id.optional(),
    state: OrderState.optional(),
  }),
  data: pageOf(PhotoOrder).extend({
    /** Open orders of the day, and open ones of days before today, whatever is filtered. */
    open: z.int(),
    overdue: z.int(),
  }),
  summary:
    'Ours: photographs that were ordered for a day; those of today with the open ones of earlier days first',
})

export const getOrder = call({
  path: `${path}/get`,
  access: CLINICIANS,
  body: body({ order_id: Id }),
  data: PhotoOrder.extend({ institution: z.string() }),
  summary: 'Ours: one order, as its slip has it',
})

export const listStations = call({
  path: `${path}/stations`,
  access: CLINICIANS,
  body: body({}),
  data: z.object({ rows: z.array(z.object({ device_id: Id, name: z.string() })) }),
  summary: 'Ours: the devices of the institution that an order may name',
})

export const addOrder = call({
  path: `${path}/add`,
  adds: true,
  access: CLINICIANS,
  body: body({ pid: Id, ...fields }),
  data: z.object({ order_id: Id, accession: z.string() }),
  summary: 'Ours: order photographs of a patient. Filing them closes the order',
})

export const setOrder = call({
  path: `${path}/set`,
  access: CLINICIANS,
  body: body({ order_id: Id, ...fields, version: Version }),
  data: Nothing,
  summary: 'Ours: change an open order. Its accession number stays',
})

/** How long the reason of a cancelled order may be. */
export const CANCEL_CHARS = 200

export const cancelOrder = call({
  path: `${path}/cancel`,
  access: CLINICIANS,
  body: body({ order_id: Id, reason: required(CANCEL_CHARS) }),
  data: Nothing,
  summary: 'Ours: cancel an open order and say why',
})

export const ORDER_ACTIONS = {
  'order.list': ['查看待拍摄列表', 'Open the imaging orders'],
  'order.open': ['查看或打印检查单', 'Open or print an order slip'],
  'order.add': ['新增待拍摄检查', 'Order imaging'],
  'order.set': ['修改待拍摄检查', 'Change an imaging order'],
  'order.cancel': ['取消待拍摄检查', 'Cancel an imaging order'],
  'order.ask': ['设备查询待拍摄检查', 'Answer a device’s query for orders'],
  'order.done': ['影像归档，待拍摄检查完成', 'Complete an order by filing its photographs'],
} as const
