import { randomUUID } from 'node:crypto'
import {
  FIRST_MODALITY,
  MODALITIES,
  PATIENT_RECORDS,
  type Call,
  type Modality,
} from '@mingmou/contract'
import { findTenant } from '../features/tenants/tenants.ts'
import { withInstitution } from '../platform/database/institution.ts'
import { makePatient } from './clinical-factories.ts'
import { addAccount, type SignedIn } from './factories.ts'
import { insertConnections } from './connection-records.ts'
import { insertMeasured } from './measured-records.ts'
import { sampleBody } from './sample-bodies.ts'
import type { TestApp } from './test-app.ts'

/** A record of each kind, under the names of the fields in calls. */
export type Records = Record<string, string>

/** The records that have an id of one name, `rid`. */
export type Kind = Modality | 'eye_exam_records'
export const KINDS: readonly Kind[] = [...MODALITIES.map(({ key }) => key), 'eye_exam_records']

const NOTHING = { by: null, left: 'none' }
/** Of a file of a batch that says nothing. */
const EVIDENCE = JSON.stringify({
  patient: NOTHING,
  eye: NOTHING,
  record_date: NOTHING,
  said: { number: '', name: '', birthday: '' },
  other_kind: null,
})

/** An accession number that no other order has. */
const numberOf = (id: string) => id.replaceAll('-', '').slice(0, 16).toUpperCase()

/** Of a patient of their own, or of one that is there. */
export async function recordsOf(
  app: TestApp,
  by: SignedIn,
  kind: Kind,
  patient?: string,
): Promise<Records> {
  const modality = kind === 'eye_exam_records' ? FIRST_MODALITY.key : kind
  const { uid, oid } = by
  const export_id = randomUUID()
  const asked = { dataset: modality, asked: '{}', language: 'en' as const, total: 1 }
  await app.context.db
    .insertInto('dataset_exports')
    .values({ export_id, uid, ...asked })
    .execute()
  const passkey_id = randomUUID()
  await app.context.db
    .insertInto('passkeys')
    .values({
      passkey_id,
      uid,
      credential_id: passkey_id,
      public_key: Buffer.alloc(0),
      counter: 0,
      transports: [],
      name: '-',
      created_at: new Date(),
    })
    .execute()
  const fid = randomUUID()
  const feedback = { category: '6', topic: '9', content: '-', language: 'en' as const }
  await app.context.db
    .insertInto('feedback')
    .values({ fid, ...feedback, contact: null, uid, return_time: null, created_at: new Date() })
    .execute()
  if (oid === null) return { uid, export_id, fid, passkey_id, ...(await trialRecordsOf(app, by)) }
  const upload_key = `uploads/${modality}/${oid}/${randomUUID()}/a.jpg`
  const pid = patient ?? (await makePatient(app, by))
  const merged_pid = await makePatient(app, by)
  const member = await addAccount(app, { role: '4', oid })
  const [rid, exam] = [randomUUID(), randomUUID()]
  const [analysis, report_id, draft_id] = [randomUUID(), randomUUID(), randomUUID()]
  const [note_id, change_id, order_id] = [randomUUID(), randomUUID(), randomUUID()]
  const [device_id, received_id] = [randomUUID(), randomUUID()]
  const [destination_id, delivery_id, client_id] = [randomUUID(), randomUUID(), randomUUID()]
  const webhook_id = randomUUID()
  const [peer_id, message_id] = [randomUUID(), randomUUID()]
  const [step_id, import_id, validation_id] = [randomUUID(), randomUUID(), randomUUID()]
  const [drift_id, alarm_id] = [randomUUID(), randomUUID()]
  // Settled: one that waits would keep the account from signing.
  const asked_at = new Date()
  const times = { asked_at, due_at: asked_at, done_at: null, ended_at: asked_at, holds_until: null }
  await app.context.db
    .insertInto('account_changes')
    .values({ change_id, oid, uid, by_uid: uid, kind: 'factor', email: null, ...times })
    .execute()
  const image = await withInstitution(app.context.db, oid, async (trx) => {
    const sitting = { oid, pid, rid, modality }
    const archive = { record_date: '2024-03-01', collect_device: '-', fields: '{"img_type":1}' }
    await trx
      .insertInto('archives')
      .values({ ...sitting, ...archive, created_by: uid })
      .execute()
    await trx
      .insertInto('orders')
      .values({
        order_id,
        oid,
        pid,
        accession: numberOf(order_id),
        modality,
        eyes: 'both',
        day: '2024-03-01',
        created_by: uid,
        updated_by: uid,
      })
      .execute()
    await trx
      .insertInto('eye_exams')
      .values({
        rid: exam,
        oid,
        pid,
        record_date: '2024-03-01',
        entered: '{"iop":{"OD":"15"}}',
        created_by: uid,
        updated_by: uid,
      })
      .execute()
    const place = { oid, image_index: 0 }
    await trx
      .insertInto('archive_images')
      .values({
        ...place,
        rid,
        upload_key: rid,
        file_name: 'a.jpg',
        file_key: `archives/${rid}/0.jpg`,
        thumb_key: `archives/${rid}/0-thumb.jpg`,
        sha256: '-',
        width: 1,
        height: 1,
      })
      .execute()
    await trx
      .insertInto('image_notes')
      .values({ note_id, rid, points: '[[0,0]]', text: '-', created_by: uid, ...place })
      .execute()
    await trx
      .insertInto('analyses')
      .values({ ...sitting, analysis_record_id: analysis, requested_by: uid, status: 'done' })
      .execute()
    await trx
      .insertInto('analysis_images')
      .values({
        ...place,
        analysis_record_id: analysis,
        findings: null,
        overlays: '[]',
        error: null,
      })
      .execute()
    await trx
      .insertInto('batch_files')
      .values({
        upload_key,
        modality,
        file_name: '-',
        thumb_key: '-',
        upload_sha256: '-',
        oid,
        evidence: EVIDENCE,
        facts: null,
        pid: null,
        eye: null,
        record_date: null,
        created_by: uid,
      })
      .execute()
    await trx
      .insertInto('report_drafts')
      .values({
        draft_id,
        oid,
        pid,
        rid,
        image_index: 0,
        fellow_index: 0,
        opinion: '-',
        created_by: uid,
        updated_by: uid,
      })
      .execute()
    await trx
      .insertInto('reports')
      .values({
        report_id,
        report_no: report_id,
        oid,
        pid,
        analysis_record_id: analysis,
        image_index: 0,
        diagnosis_class: '1',
        opinion: '-',
        data: JSON.stringify({ eye: null, record_date: '2024-03-01', clinician: '-' }),
        clinician: uid,
        supersedes: null,
      })
      .execute()
    await trx
      .insertInto('next_steps')
      .values({
        step_id,
        thread: step_id,
        report_id,
        oid,
        pid,
        rid,
        created_by: uid,
        sat_on: '2024-03-01',
        signed_on: '2024-03-01',
        due_on: '2025-03-01',
        kind: 'routine',
        months: 12,
        urgency: null,
        send_to: '',
        note: '',
      })
      .execute()
    await trx
      .insertInto('letter_pages')
      .values({
        page_id: randomUUID(),
        step_id,
        pid,
        oid,
        code_hash: Buffer.from(step_id),
        created_by: uid,
        open_until: '2024-03-31',
      })
      .execute()
    await trx
      .insertInto('patient_imports')
      .values({
        import_id,
        oid,
        file_name: '-',
        file_key: null,
        faults_key: null,
        kept_key: null,
        language: 'zh-CN',
        asked_by: uid,
        asked_role: '3',
        asked_ip: '',
        state: 'checked',
        reason: null,
        created_by: uid,
      })
      .execute()
    await insertMeasured(trx, {
      oid,
      uid,
      pid,
      rid,
      report_id,
      analysis,
      validation_id,
      drift_id,
      alarm_id,
    })
    await insertConnections(trx, {
      oid,
      uid,
      pid,
      rid,
      report_id,
      export_id,
      asked_at,
      destination_id,
      delivery_id,
      client_id,
      webhook_id,
      peer_id,
      message_id,
      device_id,
      received_id,
      modality,
    })
    await trx
      .insertInto('readings')
      .values({
        reading_id: randomUUID(),
        oid,
        rid,
        pid,
        role: 'first',
        photographs: 1,
        eyes: '{"OD":null,"OS":null}',
        machine: '{"OD":null,"OS":null}',
        note: '-',
        opened_at: asked_at,
        signed_at: asked_at,
        awaits: 'second',
        created_by: uid,
        rule: 'all',
        need: 'all',
        draw: null,
        percent: null,
        commitment: null,
      })
      .execute()
    await trx
      .insertInto('reading_holds')
      .values({
        oid,
        rid,
        role: 'second',
        uid: member.uid,
        opened_at: asked_at,
        kept_until: asked_at,
      })
      .execute()
    await trx
      .insertInto('reading_secrets')
      .values({ oid, commitment: rid, secret: '-', made_at: asked_at, ended_at: asked_at })
      .execute()
    const withheld = await trx
      .updateTable('dataset_images')
      .set({ burned_in: true })
      .where('rid', '=', rid)
      .returning('image')
      .executeTakeFirstOrThrow()
    return withheld.image
  })
  return {
    uid,
    oid,
    aid: member.uid,
    pid,
    patient_id: pid,
    merged_pid,
    rid: kind === 'eye_exam_records' ? exam : rid,
    ...(await patientRecordsOf(app, by, pid)),
    image_id: rid,
    image,
    analysis_record_id: analysis,
    analysis_id: analysis,
    after_record_id: analysis,
    report_id,
    draft_id,
    device_id,
    received_id,
    destination_id,
    client_id,
    delivery_id,
    webhook_id,
    peer_id,
    message_id,
    import_id,
    validation_id,
    drift_id,
    alarm_id,
    step_id,
    note_id,
    order_id,
    change_id,
    upload_key,
    export_id,
    passkey_id,
    clinician: uid,
  }
}

/** One of each record of a patient that has an id of its own, as a form would add it. */
async function patientRecordsOf(app: TestApp, by: SignedIn, pid: string): Promise<Records> {
  const made: Records = {}
  for (const { id, calls } of Object.values(PATIENT_RECORDS)) {
    if (id === 'rid') continue
    const call: Call = calls.add
    const { data } = await app.call(call, sampleBody(call, { pid }), { token: by.token })
    made[id] = String((data as Record<string, unknown>)[id])
  }
  return made
}

/** A batch of a trial user. */
export async function trialRecordsOf(app: TestApp, { uid, role }: SignedIn): Promise<Records> {
  const oid = role === '5' ? await findTenant(app.context.db, uid) : null
  if (oid === null) return {}
  const anal_id = randomUUID()
  await withInstitution(app.context.db, oid, (trx) =>
    trx.insertInto('trial_batches').values({ anal_id, oid, created_by: uid }).execute(),
  )
  return { anal_id }
}
