import { MODALITIES, type Modality } from '@mingmou/contract'
import { pinyin } from 'pinyin-pro'
import type { Trx } from '../../platform/database/database.ts'
import { findScheduled, type OrderRow } from './queries.ts'

/** What is asked of the worklist (PS3.4 K.6.1.2.2). What is left out matches all. */
export interface Query {
  /** The first and the last day, `YYYY-MM-DD`. */
  from?: string | undefined
  to?: string | undefined
  /** AE title of the station. Orders that name none are for every one. */
  station?: string | undefined
  /** As files state it, such as OP. */
  modality?: string | undefined
  number?: string | undefined
  /** May have `*` and `?`. */
  name?: string | undefined
  accession?: string | undefined
  /** Who asks: an order that names no station is offered to devices of its kind. */
  kind?: Modality | undefined
}

/** So many open orders a query answers at most. */
const MOST = 500

/** The open orders that a query asks for, in the order of their times. */
export async function scheduled(trx: Trx, oid: string, query: Query): Promise<OrderRow[]> {
  const { modality, name, kind, ...wanted } = query
  const modalities = MODALITIES.filter(({ dicom }: { dicom: readonly string[] }) =>
    modality === undefined ? true : dicom.includes(modality),
  ).map(({ key }) => key)
  const rows = await findScheduled(trx, oid, { ...wanted, modalities }, MOST)
  return rows.filter(
    (row) =>
      (row.device_id !== null || kind === undefined || row.modality === kind) &&
      (name === undefined || isCalled(row.name, name)),
  )
}

const HAN = /\p{Script=Han}/u

/** A name in Latin letters: that of a Chinese one by its pinyin, the family name first. */
export const latinName = (name: string): string =>
  HAN.test(name)
    ? pinyin(name, {
        surname: 'head',
        toneType: 'none',
        v: true,
        nonZh: 'consecutive',
        type: 'array',
      })
        .join(' ')
        .toUpperCase()
    : name

/** Whether a name, as it is written or in pinyin, is what a device asks for. Case and what parts a name do not matter. */
function isCalled(name: string, asked: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[\s^·.'-]/gu, '')
  return asked
    .split('=')
    .map(plain)
    .filter((group) => group !== '')
    .some((group) => [name, latinName(name)].some((spelling) => fits(plain(spelling), group)))
}

/** `*` stands for any signs, `?` for one. */
function fits(text: string, pattern: string): boolean {
  let [at, part, star, retry] = [0, 0, -1, 0]
  while (at < text.length) {
    if (pattern[part] === '*') {
      star = part++
      retry = at
    } else if (pattern[part] === '?' || pattern[part] === text[at]) {
      at++
      part++
    } else if (star >= 0) {
      part = star + 1
      at = ++retry
    } else return false
  }
  return /^\**$/.test(pattern.slice(part))
}
