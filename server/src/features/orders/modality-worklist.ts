import { archiveEntry, askedName, beginOf, calendarDay, type Modality } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { itemOf, textOf, type Elements } from '../../platform/dicom/dataset.ts'
import { audit } from '../audit/service.ts'
import type { Calling } from '../devices/service.ts'
import type { OrderRow } from './queries.ts'
import { latinName, scheduled, type Query } from './scheduled.ts'

const STEP = 'ScheduledProcedureStepSequence'

/** Answers a query of a device for what it is to photograph, each order as a data set. */
export async function answerQuery(
  ctx: Context,
  { oid, device, ip }: Calling & { ip: string },
  asked: Elements,
): Promise<Elements[]> {
  const query = queryOf(asked, device.modality)
  return withInstitution(ctx.db, oid, async (trx) => {
    const rows = query === null ? [] : await scheduled(trx, oid, query)
    const detail = { device: device.device_id, rows: rows.length }
    await audit(trx, { actor: null, ip, oid, action: 'order.ask', detail })
    const station = query?.station ?? device.ae_title
    return rows.map((row) => toElements(row, { station, modality: query?.modality }))
  })
}

/** Null where a day is asked for that is none. */
function queryOf(asked: Elements, kind: Modality): Query | null {
  const step = itemOf(asked, STEP)
  const wanted = (of: Elements, name: string) => {
    const text = textOf(of, name)
    return text === '' || text === '*' ? undefined : text
  }
  const days = daysOf(wanted(step, 'ScheduledProcedureStepStartDate'))
  return (
    days && {
      ...days,
      station: wanted(step, 'ScheduledStationAETitle'),
      modality: wanted(step, 'Modality'),
      number: wanted(asked, 'PatientID'),
      name: wanted(asked, 'PatientName'),
      accession: wanted(asked, 'AccessionNumber'),
      kind,
    }
  )
}

/** A day, or the first and the last of some between `-`. */
function daysOf(text: string | undefined): Pick<Query, 'from' | 'to'> | null {
  if (text === undefined) return {}
  const [first = '', last = first] = text.split('-').map((part) => part.trim())
  const from = dayOf(first)
  const to = dayOf(last)
  const isRead = (part: string, day: string | undefined) => part === '' || day !== undefined
  return isRead(first, from) && isRead(last, to) ? { from, to } : null
}

function dayOf(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  return calendarDay(year, month, day)
}

const plain = (day: string) => day.replaceAll('-', '')
const EYES = { both: 'OU', right: 'OD', left: 'OS' } as const

/** The attributes that a device fills its files with. The study has the same UID however often it is asked for. */
function toElements(
  row: OrderRow,
  { station, modality }: { station: string; modality: string | undefined },
): Elements {
  const latin = latinName(row.name)
  const description = `${askedName(row.modality)} ${EYES[row.eyes]}`
  return {
    SpecificCharacterSet: 'ISO_IR 192',
    AccessionNumber: row.accession,
    ReferringPhysicianName: '',
    PatientName: latin === row.name ? row.name : `${latin}=${row.name}`,
    PatientID: row.ad_card_number,
    PatientBirthDate: plain(row.birthday),
    PatientSex: row.gender === 1 ? 'M' : 'F',
    StudyInstanceUID: `2.25.${BigInt(`0x${row.order_id.replaceAll('-', '')}`)}`,
    RequestingPhysician: row.ordered_by ?? '',
    RequestedProcedureDescription: description,
    RequestedProcedureID: row.accession,
    [STEP]: [
      {
        Modality: modality ?? archiveEntry(row.modality).dicom[0] ?? '',
        ScheduledStationAETitle: row.ae_title ?? station,
        ScheduledProcedureStepStartDate: plain(row.day),
        ScheduledProcedureStepStartTime: `${(row.day_time ?? '00:00').replace(':', '')}00`,
        ScheduledPerformingPhysicianName: '',
        ScheduledProcedureStepDescription: description,
        ScheduledStationName: beginOf(row.station ?? '', 16),
        ScheduledProcedureStepID: row.accession,
      },
    ],
  }
}
