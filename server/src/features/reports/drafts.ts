import {
  MODALITY,
  type BodyOf,
  type DataOf,
  type dropReportDraft,
  type keepReportDraft,
  type listReportDrafts,
  type ReportDraft,
  type reportDrafts,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { changedMeanwhile, notFound } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import * as drafts from './draft-queries.ts'

const toDraft = (row: drafts.DraftRow): ReportDraft => ({
  draft_id: row.draft_id,
  image_index: row.image_index,
  fellow_index: row.fellow_index,
  diagnostic_opinion: row.opinion,
  version: row.version,
  changed_by: row.changed_by ?? '—',
  changed_at: row.updated_at.toISOString(),
})

export async function openDrafts(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { image_id: rid }: BodyOf<typeof reportDrafts>,
): Promise<DataOf<typeof reportDrafts>> {
  const { oid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const key = { rid, image_index: 0, fellow_index: null }
    const pid = await drafts.patientOf(trx, oid, key)
    if (pid === null) throw notFound()
    const found = await drafts.findDrafts(trx, oid, rid)
    await audit(trx, { actor, ip, action: 'report.open-draft', ...target('archive', rid, { pid }) })
    return { drafts: found.map(toDraft), sign_password: await drafts.signsByPassword(trx, oid) }
  })
}

/** The log holds that a draft was begun, not every pause in typing. */
export async function keepDraft(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  given: BodyOf<typeof keepReportDraft>,
): Promise<DataOf<typeof keepReportDraft>> {
  const { image_id: rid, image_index, fellow_index = null, diagnostic_opinion: opinion } = given
  const { oid, uid } = actor
  const key = { rid, image_index, fellow_index }
  return withInstitution(ctx.db, oid, async (trx) => {
    const pid = await drafts.patientOf(trx, oid, key)
    if (pid === null) throw notFound()
    const stored = await drafts.holdDraft(trx, oid, key)
    if (stored) {
      if (stored.version !== given.version) throw changedMeanwhile(toDraft(stored))
      const version = stored.version + 1
      const change = { image_index, fellow_index, opinion, updated_by: uid, version }
      await drafts.updateDraft(trx, stored.draft_id, change)
      return { draft_id: stored.draft_id, version }
    }
    const draft_id = newId()
    if (!(await drafts.insertDraft(trx, { ...key, draft_id, oid, pid, opinion, uid }))) {
      const other = await drafts.holdDraft(trx, oid, key)
      throw other ? changedMeanwhile(toDraft(other)) : notFound()
    }
    await audit(trx, { actor, ip, action: 'report.keep-draft', ...target('archive', rid, { pid }) })
    return { draft_id, version: 1 }
  })
}

export async function dropDraft(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { draft_id }: BodyOf<typeof dropReportDraft>,
): Promise<void> {
  await withInstitution(ctx.db, actor.oid, async (trx) => {
    const stored = await drafts.holdDraft(trx, actor.oid, { draft_id })
    if (!stored) throw notFound()
    await drafts.removeDraft(trx, draft_id)
    const about = target('archive', stored.rid, { pid: stored.pid })
    await audit(trx, { actor, ip, action: 'report.drop-draft', ...about })
  })
}

export async function searchDrafts(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  page: BodyOf<typeof listReportDrafts>,
): Promise<DataOf<typeof listReportDrafts>> {
  const found = await withInstitution(ctx.db, actor.oid, async (trx) => {
    const rows = await drafts.listDrafts(trx, actor.oid, page)
    const detail = { rows: rows.rows.length }
    await audit(trx, { actor, ip, action: 'report.list-drafts', detail })
    return rows
  })
  return {
    page: found.page,
    total_count: found.total_count,
    total_more: found.total_more,
    rows: found.rows.map((row) => ({
      ...toDraft(row),
      pid: row.pid,
      name: row.name,
      ad_card_number: row.ad_card_number,
      image_id: row.rid,
      diagnosis_class: MODALITY[row.modality].class,
      record_date: row.record_date,
    })),
  }
}
