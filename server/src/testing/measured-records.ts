import type { Trx } from '../platform/database/database.ts'

type Ids = Record<
  | 'oid'
  | 'uid'
  | 'pid'
  | 'rid'
  | 'report_id'
  | 'analysis'
  | 'validation_id'
  | 'drift_id'
  | 'alarm_id',
  string
>

/** What an institution measures of the machine and of its devices. */
export async function insertMeasured(
  trx: Trx,
  { oid, uid, pid, rid, report_id, analysis, validation_id, drift_id, alarm_id }: Ids,
): Promise<void> {
  await trx
    .insertInto('validations')
    .values({
      validation_id,
      oid,
      name: '-',
      source: 'reports',
      state: 'done',
      total: 1,
      start_date: '2024-03-01',
      end_date: '2024-03-01',
      again_of: null,
      figures: null,
      created_by: uid,
    })
    .execute()
  await trx
    .insertInto('validation_cases')
    .values({
      validation_id,
      place: 1,
      oid,
      pid,
      rid,
      report_id,
      analysis_record_id: analysis,
      eye: 'OD',
      file_key: null,
      thumb_key: null,
      file_name: null,
      patient: null,
      device: '-',
      reader: '{"stage":1,"oedema":null,"glaucoma":null}',
      stated: '[]',
      answered: true,
      machine: null,
    })
    .execute()
  const none = { photographs: 0, sittings: 0, quality: [], chance: [], untold: 0, referable: 0 }
  const facts = JSON.stringify({ ...none, reports: 0, pairs: 0, agreed: 0 })
  await trx
    .insertInto('drift_comparisons')
    .values({
      drift_id,
      oid,
      device: drift_id,
      device_id: null,
      name: '-',
      networks: '-',
      begun: '2024-02-26',
      baseline: facts,
    })
    .execute()
  await trx
    .insertInto('drift_weeks')
    .values({ drift_id, oid, week: '2024-02-26', facts, looks: '[]' })
    .execute()
  await trx
    .insertInto('drift_alarms')
    .values({
      alarm_id,
      drift_id,
      oid,
      week: '2024-02-26',
      measures: '["quality"]',
      seen_by: null,
      note: null,
      noted_by: null,
    })
    .execute()
  await trx
    .insertInto('drift_photographs')
    .values({
      alarm_id,
      place: 1,
      measure: 'quality',
      value: 0.3,
      pid,
      rid,
      image_index: 0,
      oid,
    })
    .execute()
}
