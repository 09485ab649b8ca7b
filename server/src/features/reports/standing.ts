import {
  DOCUMENTS,
  mapColor,
  modalityOf,
  reportChanges,
  type Language,
  type ReadPicture,
  type ReadReport,
  type ReportDocument,
  type ReportStanding,
} from '@mingmou/contract'
import type { Trx } from '../../platform/database/database.ts'
import { compareSeal } from '../audit/report-seals.ts'
import { findNeighbours, type ReportRow } from './queries.ts'
import type { Snapshot, SnapshotPhotograph } from './snapshot.ts'
import { reportJson } from './stored-report.ts'

interface Neighbour {
  report_no: string
  created_at: Date
  snapshot: Snapshot
}

/** What became of a report. The differences are put into words for each reader. */
export interface Standing extends Omit<ReportStanding, 'superseded_by' | 'supersedes'> {
  newer: Neighbour | null
  older: Neighbour | null
}

export async function standingOf(trx: Trx, oid: string, row: ReportRow): Promise<Standing> {
  const { newer, older } = await findNeighbours(trx, oid, row)
  return {
    state: row.state,
    ...(await compareSeal(trx, oid, row.report_id)),
    outdated: row.outdated,
    voided: row.voided_at && {
      at: row.voided_at.toISOString(),
      by: row.voided_by_name ?? '—',
      reason: row.void_reason ?? '',
    },
    kept_until: row.kept_until,
    origin:
      row.kept_until === null
        ? { report_id: row.report_id, pid: row.pid, image_id: row.rid }
        : null,
    newer: newer ? { ...newer, snapshot: reportJson.read(newer) } : null,
    older: older ? { ...older, snapshot: reportJson.read(older) } : null,
  }
}

export function standingIn(
  snapshot: Snapshot,
  { newer, older, ...standing }: Standing,
  language: Language,
): ReportStanding {
  const changes = (before: Snapshot, after: Snapshot) => {
    // What became of the two is no difference between them.
    const read = (snapshot: Snapshot) =>
      documentOf(snapshot, { ...standing, superseded_by: null, supersedes: null }, language)
    return reportChanges(read(before), read(after), language)
  }
  return {
    ...standing,
    superseded_by: newer && {
      report_no: newer.report_no,
      report_time: newer.created_at.toISOString(),
      clinician: newer.snapshot.clinician,
      changes: changes(snapshot, newer.snapshot),
    },
    supersedes: older && {
      report_no: older.report_no,
      changes: changes(older.snapshot, snapshot),
    },
  }
}

export function documentOf(
  snapshot: Snapshot,
  standing: ReportStanding,
  language: Language,
): ReportDocument {
  const read = (photograph: SnapshotPhotograph): ReadPicture => ({
    ...photograph,
    machine_opinion: photograph.machine_opinion[language],
    overlays: photograph.overlays.map(({ name }) => ({ name, color: mapColor(name) })),
  })
  const report: ReadReport = {
    ...snapshot,
    ...read(snapshot),
    fellow: snapshot.fellow && read(snapshot.fellow),
    patient_opinion: snapshot.patient_opinion?.[language] ?? null,
    standing,
  }
  return DOCUMENTS[modalityOf(snapshot.diagnosis_class).key].of(report, language)
}
