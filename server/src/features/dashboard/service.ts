import { ASKED_REASONS, type Dashboard, type Modality } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit } from '../audit/service.ts'
import { agreementsOf } from './agreement.ts'
import type { Period } from './photographs.ts'
import * as queries from './queries.ts'

export async function readDashboard(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { start_date, end_date }: Period,
  action: 'dashboard.open' | 'dashboard.export' = 'dashboard.open',
): Promise<Dashboard> {
  const { oid } = actor
  const period = { start_date, end_date }
  return withInstitution(ctx.db, oid, async (trx) => {
    await audit(trx, { actor, ip, action, detail: period })
    return {
      photographs: await queries.countPhotographs(trx, oid, period),
      turnaround: (await queries.measureTurnaround(trx, oid, period)).map(toTurnaround),
      ungradable: (await queries.countUngradable(trx, oid, period)).map(toUngradable),
      stages: toStages(
        await queries.countStages(trx, oid, period),
        await queries.countReasons(trx, oid, period),
      ),
      agreement: agreementsOf(await queries.pairStages(trx, oid, period)),
    }
  })
}

const spreadOf = (n: number, spread: [number, number] | null) => ({
  n,
  median: spread?.[0] ?? null,
  p90: spread?.[1] ?? null,
})

function toTurnaround(row: queries.TurnaroundRow): Dashboard['turnaround'][number] {
  return {
    step: row.step,
    sittings: row.sittings,
    result: spreadOf(row.results, row.result),
    read: spreadOf(row.reads, row.read),
    report: spreadOf(row.reports, row.report),
  }
}

const toUngradable = ({
  uid,
  name,
  ...row
}: queries.UngradableRow): Dashboard['ungradable'][number] => ({
  ...row,
  uploader: uid === null ? null : { uid, name: name ?? '' },
})

/** One row for each step and kind of image. */
function toStages(
  rows: readonly queries.StagedRow[],
  asked: readonly queries.AskedRow[],
): Dashboard['stages'] {
  const firsts = rows.filter(
    (row, at) => rows.findIndex((candidate) => isOfSame(candidate, row)) === at,
  )
  return firsts.map((first) => {
    const same = rows.filter((row) => isOfSame(row, first))
    const eyesWhere = (fits: (row: queries.StagedRow) => boolean) =>
      same.filter(fits).reduce((sum, { eyes }) => sum + eyes, 0)
    return {
      step: first.step,
      modality: first.modality,
      stages: same.flatMap(({ stage, eyes }) =>
        stage === null || eyes === 0 ? [] : [{ stage, eyes }],
      ),
      unstaged: eyesWhere(({ stage, gradable }) => stage === null && gradable),
      ungradable: eyesWhere(({ gradable }) => !gradable),
      // Ungradable eyes have a figure of their own.
      reasons: ASKED_REASONS.map((reason) => ({
        reason,
        eyes: asked.find((row) => isOfSame(row, first) && row.reason === reason)?.eyes ?? 0,
      })).filter(({ reason, eyes }) => eyes > 0 && reason !== 'ungradable.review'),
      unknown_eye: same.reduce((sum, { unknown_eye }) => sum + unknown_eye, 0),
    }
  })
}

interface OfStep {
  step: string | null
  modality: Modality
}
const isOfSame = (one: OfStep, other: OfStep) =>
  one.step === other.step && one.modality === other.modality
