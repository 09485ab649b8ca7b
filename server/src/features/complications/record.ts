import { firstDayOf, lastDayOf, type Complication, type ComplicationInput } from '@mingmou/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { patientRecord } from '../patients/patient-record.ts'

export type ComplicationRow = Selectable<Tables['complications']> & { changed_by: string | null }

/** Complications of diabetes and how they were treated. */
export const COMPLICATIONS = patientRecord<ComplicationRow, ComplicationInput, Complication>({
  record: 'complication',
  table: 'complications',
  columns: ({ disease_type, start_date, end_date, treat_plan }) => ({
    disease_type,
    start_date: firstDayOf(start_date),
    start_chars: start_date.length,
    end_date: end_date === undefined ? null : lastDayOf(end_date),
    end_chars: end_date?.length ?? 10,
    treat_plan: treat_plan ?? null,
  }),
  days: ({ start_date }) => ({ start_date }),
  shown: (row) => ({
    row_id: row.row_id,
    pid: row.pid,
    disease_type: row.disease_type,
    ...knownDays(row),
    treat_plan: row.treat_plan,
    created_at: row.created_at.toISOString(),
    version: row.version,
    changed_by: row.changed_by ?? '',
    changed_at: row.updated_at.toISOString(),
  }),
})

/** The days as far as they are known. */
export const knownDays = (row: ComplicationRow) => ({
  start_date: row.start_date.slice(0, row.start_chars),
  end_date: row.end_date?.slice(0, row.end_chars) ?? null,
})
