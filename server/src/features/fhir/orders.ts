import { ORDER_STATES, type OrderState } from '@mingmou/contract'
import type { NumberedOrder } from '../orders/numbered.ts'
import { bodySiteOf, filled, numbersOf, own, reference, type Resource } from './resource.ts'

const STATUS = { open: 'active', done: 'completed', cancelled: 'revoked' } as const
const EYES = { both: ['OD', 'OS'], right: ['OD'], left: ['OS'] } as const
const type = (code: string) => ({
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code }],
})

export const toServiceRequest = (row: NumberedOrder): Resource => ({
  resourceType: 'ServiceRequest',
  id: row.order_id,
  meta: { lastUpdated: row.updated_at.toISOString() },
  identifier: [
    { type: type('ACSN'), system: numbersOf(row.oid), value: row.accession },
    ...(row.placer === null ? [] : [{ type: type('PLAC'), value: row.placer }]),
  ],
  status: STATUS[row.state],
  intent: 'order',
  code: { coding: [own(`photograph.${row.modality}`, `Photograph: ${row.modality}`)] },
  subject: reference('Patient', row.person),
  occurrenceDateTime: row.day_time === null ? row.day : `${row.day}T${row.day_time}:00+08:00`,
  authoredOn: row.created_at.toISOString(),
  bodySite: EYES[row.eyes].map(bodySiteOf),
  ...filled({
    note: row.reason === null ? null : [{ text: row.reason }],
    requester: row.ordered_by === null ? null : { display: row.ordered_by },
  }),
})

const TASK = { open: 'requested', done: 'completed', cancelled: 'cancelled' } as const

/** The states of orders whose tasks have one of these statuses. */
export const statesOf = (statuses: string): OrderState[] =>
  ORDER_STATES.filter((state) => statuses.split(',').includes(TASK[state]))

/** That somebody takes the photographs of an order. What was taken is its output. */
export const toTask = (row: NumberedOrder): Resource => ({
  resourceType: 'Task',
  id: row.order_id,
  meta: { lastUpdated: row.updated_at.toISOString() },
  status: TASK[row.state],
  intent: 'order',
  code: { coding: [{ system: 'http://hl7.org/fhir/CodeSystem/task-code', code: 'fulfill' }] },
  focus: reference('ServiceRequest', row.order_id),
  for: reference('Patient', row.person),
  authoredOn: row.created_at.toISOString(),
  // FHIR lets nothing be changed before it was made.
  lastModified: new Date(Math.max(Number(row.updated_at), Number(row.created_at))).toISOString(),
  owner: reference('Organization', row.oid),
  ...filled({
    output:
      row.rid === null || row.state !== 'done'
        ? null
        : [{ type: { text: 'Photographs' }, valueReference: reference('ImagingStudy', row.rid) }],
  }),
})
