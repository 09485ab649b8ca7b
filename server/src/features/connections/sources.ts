import { text, type Connection, type ConnectionTask, type Language } from '@mingmou/contract'
import type { Trx } from '../../platform/database/database.ts'
import { clientsOf } from '../clients/service.ts'
import { destinationsOf } from '../destinations/service.ts'
import { devicesOf } from '../devices/service.ts'
import { systemsOf } from '../hl7/peers.ts'
import { waitingByDevice } from '../received/service.ts'
import { webhooksOf } from '../webhooks/service.ts'

interface Asked {
  trx: Trx
  oid: string
  now: Date
  language: Language
  /** Ends of certificates that are told, by destination. */
  endings: ReadonlyMap<string, Date>
}

/** The connections of a kind. The number of queries of a source does not grow with its rows. */
type Source = (asked: Asked) => Promise<Connection[]>

const instant = (at: Date | null): string | null => at?.toISOString() ?? null

const devices: Source = async ({ trx, oid }) => {
  const waiting = await waitingByDevice(trx, oid)
  return (await devicesOf(trx, oid)).map((row): Connection => {
    const count = waiting.get(row.device_id) ?? 0
    const task = isFirst([
      [row.fault !== null, 'device_mend'],
      [row.heard_at === null, 'device_set_up'],
      [count > 0, 'device_file'],
    ])
    return {
      kind: 'device',
      id: row.device_id,
      name: row.name,
      last_at: instant(row.heard_at),
      ...stateOf(row, { isNew: row.heard_at === null, isWaiting: count > 0 }),
      fault: null,
      device_fault: row.fault,
      hl7_fault: null,
      waiting: count,
      failed: 0,
      task,
      certificate_until: null,
    }
  })
}

const destinations: Source = async ({ trx, oid, language, endings }) =>
  (await destinationsOf(trx, oid)).map((row) => ({
    ...sender('destination', row, language, endings.get(row.destination_id)),
    id: row.destination_id,
  }))

const webhooks: Source = async ({ trx, oid, language }) =>
  (await webhooksOf(trx, oid)).map((row) => ({
    ...sender('webhook', { ...row, fault_at: null }, language),
    id: row.webhook_id,
  }))

const clients: Source = async ({ trx, oid, now }) =>
  (await clientsOf(trx, oid, now)).map((row): Connection => {
    const isNew = row.last_used_at === null
    const task = isFirst([
      [row.state === 'expired', 'client_renew'],
      [row.state === 'no_secret', 'client_secret'],
      [isNew, 'client_call'],
    ])
    return {
      kind: 'client',
      id: row.client_id,
      name: row.name,
      last_at: instant(row.last_used_at),
      state: row.state !== 'active' ? 'attention' : isNew ? 'quiet' : 'well',
      failing_since: null,
      fault: null,
      device_fault: null,
      hl7_fault: null,
      waiting: 0,
      failed: 0,
      task,
      certificate_until: null,
    }
  })

const systems: Source = async ({ trx, oid }) =>
  (await systemsOf(trx, oid)).map(({ peer, waiting }): Connection => {
    // That messages wait is no fault of the connection.
    const fault = peer.fault === 'waits' ? null : peer.fault
    const isNew = peer.heard_at === null
    const task = isFirst([
      [fault !== null, 'hl7_mend'],
      [isNew, 'hl7_set_up'],
      [waiting > 0, 'hl7_settle'],
    ])
    const since = { fault, failing_since: null, fault_at: peer.fault_at }
    return {
      kind: 'hl7',
      id: peer.peer_id,
      name: peer.name,
      last_at: instant(peer.heard_at),
      ...stateOf(since, { isNew, isWaiting: waiting > 0 }),
      fault: null,
      device_fault: null,
      hl7_fault: fault,
      waiting,
      failed: 0,
      task,
      certificate_until: null,
    }
  })

/** A kind of connection is a source: the next one is a line here. */
export const SOURCES: readonly Source[] = [devices, destinations, clients, webhooks, systems]

interface Faulty {
  fault: string | null
  failing_since: Date | null
  fault_at: Date | null
}

/** What is sent to: archives and addresses alike. */
function sender(
  kind: 'destination' | 'webhook',
  row: Faulty & {
    name: string
    active: boolean
    sent_at: Date | null
    waiting: number
    failed: number
  },
  language: Language,
  ends?: Date,
): Omit<Connection, 'id'> {
  const { name, active, sent_at, fault, waiting, failed } = row
  const task = isFirst([
    [!active, `${kind}_off`],
    [fault !== null, `${kind}_mend`],
    [ends !== undefined, 'destination_certificate'],
    [failed > 0, `${kind}_again`],
    [sent_at === null, `${kind}_try`],
  ])
  const isWaiting = failed > 0 || ends !== undefined
  const state = stateOf(row, { isNew: sent_at === null, isWaiting })
  return {
    kind,
    name,
    last_at: instant(sent_at),
    waiting,
    failed,
    task,
    device_fault: null,
    hl7_fault: null,
    certificate_until: instant(ends ?? null),
    ...(active ? state : { state: 'off', failing_since: null }),
    fault: fault === null || !active ? null : text(language, fault),
  }
}

const isFirst = (tasks: readonly [boolean, ConnectionTask][]): ConnectionTask | null =>
  tasks.find(([holds]) => holds)?.[1] ?? null

function stateOf(
  { fault, failing_since, fault_at }: Faulty,
  { isNew, isWaiting }: { isNew: boolean; isWaiting: boolean },
): Pick<Connection, 'state' | 'failing_since'> {
  if (fault !== null) return { state: 'failing', failing_since: instant(failing_since ?? fault_at) }
  const state = isWaiting ? 'attention' : isNew ? 'quiet' : 'well'
  return { state, failing_since: null }
}
