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
