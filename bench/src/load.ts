import {
  addPatient,
  countNotices,
  listPatients,
  listReports,
  listWorklist,
} from '@mingmou/contract'
import { io, type Socket } from 'socket.io-client'
import { patient, type Client } from './client.ts'
import { spread } from './table.ts'
import { drawnPhotograph, newPatient, result, upload } from './upload.ts'

const SOCKETS = 200
export const CALLERS = 20
const NURSES = 10
const PHOTOGRAPHS = 40
/** A page is told by its live connection. Forty that ask ten times a second would be the load themselves. */
const NURSE_ASKS_MS = 2000

/** What a clinician's pages ask for; one call in ten adds a record. */
const MIX: [string, (client: Client) => Promise<unknown>][] = [
  ['patient list', (client) => client.call(listPatients, {})],
  ['worklist', (client) => client.call(listWorklist, {})],
  ['search by part of a name', (client) => client.call(listPatients, { name: '患' })],
  ['report list', (client) => client.call(listReports, {})],
  ['news of ended analyses', (client) => client.call(countNotices, {})],
  ['patient list', (client) => client.call(listPatients, {})],
  ['worklist', (client) => client.call(listWorklist, {})],
  ['report list', (client) => client.call(listReports, {})],
  ['patient list', (client) => client.call(listPatients, {})],
  ['add a patient', (client) => client.call(addPatient, patient())],
]

/** 200 live connections and 20 callers without a pause. Each caller has an account and an address of its own. */
export async function benchLoad(
  url: string,
  clients: readonly Client[],
  seconds: number,
): Promise<Record<string, object>> {
  const connecting: number[] = []
  let dropped = 0
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS }, async (_, number) => {
      const began = performance.now()
      const socket = await connect(url, clients[number % clients.length]?.token ?? '')
      connecting.push(performance.now() - began)
      socket.on('disconnect', () => dropped++)
      return socket
    }),
  )
  const took = new Map<string, number[]>(MIX.map(([name]) => [name, []]))
  let errors = 0
  const until = performance.now() + seconds * 1000
  const callers = clients.map(async (caller, number) => {
    for (let turn = number; performance.now() < until; turn++) {
      const [name, work] = MIX[turn % MIX.length] ?? ['', () => Promise.resolve()]
      const began = performance.now()
      await work(caller).catch(() => errors++)
      took.get(name)?.push(performance.now() - began)
    }
  })
  await Promise.all(callers)
  const all = [...took.values()].flat()
  const rate = `${Math.round(all.length / seconds)} a second`
  const rows = [...took].map(([name, ms]) => [name, { ...spread(ms), calls: ms.length }])
  const lost = dropped
  for (const socket of sockets) socket.disconnect()
  return {
    'opening a live connection': { ...spread(connecting), calls: SOCKETS, errors: lost },
    ...(Object.fromEntries(rows) as Record<string, object>),
    'every call': { ...spread(all), calls: rate, errors },
  }
}

function connect(url: string, token: string): Promise<Socket> {
  const socket = io(url, {
    path: '/live',
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token },
  })
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })
}

/** Ten nurses save four photographs each at the same moment, and wait for the results, `seconds` at most. */
export async function benchNurses(url: string, client: Client, seconds: number) {
  const bytes = await drawnPhotograph()
  const kept: number[] = []
  const read: number[] = []
  let errors = 0
  const over = AbortSignal.timeout(seconds * 1000)
  const isOver = new Promise((resolve) => over.addEventListener('abort', resolve))
  const photographs = Array.from({ length: PHOTOGRAPHS / NURSES }, () => bytes)
  const nurses = Array.from({ length: NURSES }, async (_, number) => {
    const nurse = client.from(`10.8.${number}.1`)
    const pid = newPatient(nurse)
    const each = photographs.map(async (photograph) => {
      const of = await pid
      const began = performance.now()
      const rid = await upload(url, nurse, of, photograph)
      kept.push(performance.now() - began)
      await result(nurse, rid, { every: NURSE_ASKS_MS, over })
      read.push(performance.now() - began)
    })
    const left = (await Promise.allSettled(each)).filter(({ status }) => status === 'rejected')
    if (!over.aborted) errors += left.length
  })
  await Promise.race([Promise.allSettled(nurses), isOver])
  const done = (took: number[]) => `${took.length} of ${PHOTOGRAPHS}`
  return {
    'upload to archive': { ...spread(kept), done: done(kept), errors },
    'upload to result': { ...spread(read), done: done(read) },
  }
}
