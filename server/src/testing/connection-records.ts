import type { Modality } from '@mingmou/contract'
import type { Trx } from '../platform/database/database.ts'

type Id =
  | 'oid'
  | 'uid'
  | 'pid'
  | 'rid'
  | 'report_id'
  | 'export_id'
  | 'destination_id'
  | 'delivery_id'
  | 'client_id'
  | 'webhook_id'
  | 'peer_id'
  | 'message_id'
  | 'device_id'
  | 'received_id'

/** One row of each kind that connects an institution with other systems. */
export async function insertConnections(
  trx: Trx,
  of: Readonly<Record<Id, string>> & { asked_at: Date; modality: Modality },
): Promise<void> {
  const { oid, uid, pid, rid, report_id, export_id, asked_at } = of
  const { destination_id, delivery_id, client_id, webhook_id, peer_id, message_id } = of
  const { device_id, received_id, modality } = of
  await trx
    .insertInto('devices')
    .values({
      device_id,
      oid,
      created_by: uid,
      name: '-',
      ae_title: device_id.slice(0, 8),
      addresses: ['10.0.0.1'],
      port: null,
      modality,
      collect_device: '-',
      fields: '{}',
      fault: null,
    })
    .execute()
  await trx
    .insertInto('received_files')
    .values({
      received_id,
      device_id,
      oid,
      created_by: uid,
      rid,
      differs: false,
      sop_class: '-',
      sop_uid: received_id,
      sha256: '-',
      file_key: '-',
      stored_bytes: 0,
      facts: null,
      problem: 'received_document',
    })
    .execute()
  await trx
    .insertInto('destinations')
    .values({
      destination_id,
      oid,
      name: '-',
      kind: 'dicom',
      host: '127.0.0.1',
      port: 104,
      called_title: '-',
      calling_title: '-',
      photographs: true,
      active: true,
      created_by: uid,
    })
    .execute()
  await trx
    .insertInto('clients')
    .values({
      client_id,
      oid,
      name: '-',
      scopes: ['people:read'],
      networks: [],
      expires_on: null,
      secret_hash: Buffer.alloc(32),
      earlier_hash: null,
      public_pem: null,
      created_by: uid,
    })
    .execute()
  await trx
    .insertInto('fhir_exports')
    .values({
      export_id,
      client_id,
      oid,
      types: ['Patient'],
      since: null,
      request: '-',
      output: '[]',
      reason: null,
      created_by: uid,
    })
    .execute()
  await trx
    .insertInto('hl7_peers')
    .values({
      peer_id,
      oid,
      name: '-',
      application: peer_id,
      facility: '-',
      created_by: uid,
      addresses: ['10.0.0.1'],
      codes: '{}',
      fault: null,
    })
    .execute()
  await trx
    .insertInto('hl7_messages')
    .values({
      message_id,
      peer_id,
      oid,
      pid,
      control_id: message_id,
      type: 'ADT^A04',
      bytes: Buffer.from('MSH|^~\\&|'),
      sha256: '-',
      charset: 'utf-8',
      state: 'waiting',
      said: JSON.stringify({ number: '', name: '', birthday: '' }),
      answer: JSON.stringify({ ack: 'AE', reason: 'required', field: 'PID-3' }),
      reason: 'required',
      field: 'PID-3',
      settled_by: null,
      why: null,
      created_by: peer_id,
    })
    .execute()
  await trx
    .insertInto('webhooks')
    .values({
      webhook_id,
      oid,
      name: '-',
      url: 'https://hooks.clinic.example.com/',
      active: false,
      events: ['report.signed'],
      secret: null,
      fault: null,
      created_by: uid,
    })
    .execute()
  await trx
    .insertInto('webhook_deliveries')
    .values({
      delivery_id,
      webhook_id,
      event_id: report_id,
      oid,
      pid,
      rid,
      type: 'report.signed',
      body: '{}',
      told_at: asked_at,
      begun_at: asked_at,
      state: 'failed',
      status: null,
      reason: '-',
      created_by: uid,
    })
    .execute()
  await trx
    .insertInto('deliveries')
    .values({
      delivery_id,
      destination_id,
      report_id,
      pid,
      what: 'report',
      sop_uid: report_id,
      language: 'zh-CN',
      state: 'failed',
      reason: '-',
      oid,
      created_by: uid,
    })
    .execute()
}
