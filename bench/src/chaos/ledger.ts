import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { fundusAnalysis, fundusArchive, patientInfo, searchExams } from '@mingmou/contract'
import type { Client } from '../client.ts'

/** What the program acknowledged, and so must never lose. */
export interface Ledger {
  patients: { pid: string; card: string }[]
  exams: { pid: string; rid: string; pressure: number }[]
  photographs: { pid: string; rid: string; sha256: string }[]
  /** Addresses to which an answer was promised. */
  answers: string[]
}

export const emptyLedger = (): Ledger => ({ patients: [], exams: [], photographs: [], answers: [] })

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Everything of the ledger that the program no longer has, or has otherwise. */
export async function lostOf(ledger: Ledger, url: string, client: Client): Promise<string[]> {
  const lost: string[] = []
  for (const { pid, card } of ledger.patients) {
    const found = await client.call(patientInfo, { pid }).catch(() => null)
    if (found?.ad_card_number !== card) lost.push(`patient ${pid}`)
  }
  const exams = new Map<string, number>()
  const photographs = new Map<string, string>()
  for (const { pid } of ledger.patients) {
    for (let page = 1, all = 1; page <= all; page++) {
      const { rows, total_count } = await client.call(searchExams, { pid, page, size: 50 })
      all = Math.ceil(total_count / 50)
      for (const { rid, entered } of rows) exams.set(rid, Number(entered.iop.OD))
    }
    const { rows } = await client.call(fundusArchive.list, { pid })
    for (const { rid, images } of rows) photographs.set(rid, images[0]?.image_url ?? '')
  }
  for (const { rid, pressure } of ledger.exams) {
    if (exams.get(rid) !== pressure) lost.push(`examination ${rid}`)
  }
  for (const photograph of ledger.photographs) {
    const address = photographs.get(photograph.rid)
    const bytes = address === undefined ? null : await bytesAt(new URL(address, url))
    if (bytes === null || sha256(bytes) !== photograph.sha256) {
      lost.push(`photograph of ${photograph.rid}`)
    }
  }
  return lost
}

/** Asks again later where the program answers that this address asks too often: nothing is lost by that. */
async function bytesAt(url: URL): Promise<Uint8Array | null> {
  for (;;) {
    const response = await fetch(url).catch(() => null)
    if (response?.status !== 429)
      return response?.ok ? new Uint8Array(await response.arrayBuffer()) : null
    await delay(1000 * Number(response.headers.get('retry-after') ?? 1))
  }
}

/** Sittings whose analysis neither ended nor will end. Waits while one is under way. */
export async function unfinishedOf(ledger: Ledger, client: Client): Promise<string[]> {
  const unfinished: string[] = []
  for (const pid of new Set(ledger.photographs.map(({ pid }) => pid))) {
    const wanted = ledger.photographs
      .filter((photograph) => photograph.pid === pid)
      .map(({ rid }) => rid)
    for (;;) {
      const { rows } = await client.call(fundusAnalysis.list, { pid })
      const standing = wanted.map((rid) => rows.find((row) => row.image_id === rid)?.status)
      if (standing.some((status) => status === 'queued' || status === 'running')) {
        await delay(200)
        continue
      }
      unfinished.push(
        ...wanted.flatMap((rid, at) =>
          standing[at] === 'done' ? [] : [`${rid}, ${standing[at] ?? 'missing'}`],
        ),
      )
      break
    }
  }
  return unfinished
}
