import {
  Eye,
  FIGURES_ASKED,
  kappaOf,
  wilson,
  type DataOf,
  type JudgedEye,
  type readerFigures,
  type ReaderFigures,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit } from '../audit/service.ts'
import { countTry } from '../sessions/throttle.ts'
import * as readings from './queries.ts'

/** With fewer cases a share or an agreement says nothing. */
export const LEAST_CASES = 20
/** Figures are of the newest. */
const MOST_READINGS = 20_000

type Row = Awaited<ReturnType<typeof readings.findAllReadings>>[number]

/** Readings of the same photographs belong together. */
const placeOf = ({ rid, photographs }: Row) => `${rid} ${photographs}`

/** A reader gets his own figures, the main account those of all. */
export async function openFigures(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
): Promise<DataOf<typeof readerFigures>> {
  await countTry(ctx, `figures by ${actor.uid}`, FIGURES_ASKED)
  return withInstitution(ctx.db, actor.oid, async (trx) => {
    const all = await readings.findAllReadings(trx, actor.oid, MOST_READINGS)
    const seen = all.filter(({ uid }) => actor.role === '3' || uid === actor.uid)
    const names = new Map(seen.map(({ uid, name }) => [uid, name]))
    await audit(trx, { actor, ip, action: 'reading.figures', detail: { readers: names.size } })
    const sittings = new Map<string, Row[]>()
    for (const row of all) sittings.set(placeOf(row), [...(sittings.get(placeOf(row)) ?? []), row])
    const readers = [...names].map(([uid, name]) => figuresOf({ uid, name }, all, sittings))
    return { readers: readers.toSorted((one, other) => one.name.localeCompare(other.name)) }
  })
}

function figuresOf(
  { uid, name }: { uid: string; name: string },
  all: readonly Row[],
  sittings: ReadonlyMap<string, readonly Row[]>,
): ReaderFigures {
  const own = all.filter((row) => row.uid === uid)
  const eyes = own.flatMap((row) => eyesOf(row))
  const beside = own.flatMap((row) => {
    const sitting = sittings.get(placeOf(row)) ?? []
    return row.role === 'arbitrator' ? [] : [{ row, sitting }]
  })
  const pairs = beside.flatMap(({ row, sitting }) => {
    const other = sitting.find(
      (reading) => reading.role !== 'arbitrator' && reading.role !== row.role,
    )
    return other ? stagesOf(row, other) : []
  })
  const called = beside.flatMap(({ row, sitting }) => {
    // The newest decides, and stands first.
    const decided = sitting.find((reading) => reading.role === 'arbitrator')
    return decided
      ? Eye.options.flatMap((eye) =>
          decided.eyes[eye]?.referable ? [row.eyes[eye]?.referable === true] : [],
        )
      : []
  })
  return {
    uid,
    name,
    readings: own.length,
    kappa: { n: pairs.length, ...(agreementOf(pairs) ?? { value: null, interval95: null }) },
    sensitivity: shareOf(called.filter(Boolean).length, called.length),
    seconds: medianOf(own.map(({ opened_at, signed_at }) => (+signed_at - +opened_at) / 1000)),
    ungradable: shareOf(eyes.filter(({ stage }) => stage === null).length, eyes.length),
  }
}

const eyesOf = ({ eyes }: Row): JudgedEye[] =>
  Eye.options.flatMap((eye) => (eyes[eye] ? [eyes[eye]] : []))

const stagesOf = (one: Row, other: Row): [number, number][] =>
  Eye.options.flatMap((eye) => {
    const [mine, theirs] = [one.eyes[eye]?.stage ?? null, other.eyes[eye]?.stage ?? null]
    return mine === null || theirs === null ? [] : [[mine, theirs] as [number, number]]
  })

const agreementOf = (pairs: readonly [number, number][]) =>
  pairs.length < LEAST_CASES ? null : kappaOf(pairs, 5)

const shareOf = (hits: number, n: number): ReaderFigures['sensitivity'] =>
  n < LEAST_CASES
    ? { hits, n, value: null, interval95: null }
    : { hits, n, value: Math.round((1000 * hits) / n) / 1000, interval95: wilson(hits, n) }

function medianOf(values: readonly number[]): number | null {
  if (values.length < LEAST_CASES) return null
  const sorted = values.toSorted((one, other) => one - other)
  const at = (sorted.length - 1) / 2
  return Math.round(((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2)
}
