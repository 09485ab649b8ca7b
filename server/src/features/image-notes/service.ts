import {
  ERROR,
  message,
  NOTES_PER_IMAGE,
  type addImageNote,
  type BodyOf,
  type DataOf,
  type ImageNote,
  type listImageNotes,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import * as notes from './queries.ts'

export async function listNotes(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  rid: string,
): Promise<DataOf<typeof listImageNotes>> {
  const rows = await withInstitution(ctx.db, actor.oid, async (trx) => {
    const sitting = await notes.findSitting(trx, actor.oid, rid)
    if (!sitting) throw notFound()
    const about = target('archive', rid, { pid: sitting.pid })
    await audit(trx, { actor, ip, action: 'image-note.list', ...about })
    return notes.findNotes(trx, actor.oid, rid)
  })
  return { rows: rows.map((row) => toNote(row, actor)) }
}

export async function addNote(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { image_id: rid, image_index, points, text = '' }: BodyOf<typeof addImageNote>,
): Promise<{ note_id: string }> {
  const { oid, uid } = actor
  if (points.length === 1 && text === '') throw invalid({ text: 'required' })
  const note_id = newId()
  await withInstitution(ctx.db, oid, async (trx) => {
    const image = await notes.holdImage(trx, oid, rid, image_index)
    if (!image) throw notFound()
    if (points.some(([x, y]) => x > image.width || y > image.height))
      throw invalid({ points: 'out_of_range' })
    if ((await notes.countNotes(trx, oid, rid, image_index)) >= NOTES_PER_IMAGE)
      throw new Refusal(ERROR.limitReached, message('image_note_limit', NOTES_PER_IMAGE))
    await notes.insertNote(trx, oid, {
      note_id,
      rid,
      image_index,
      points,
      text,
      created_by: uid,
      created_at: ctx.now(),
    })
    const about = target('archive', rid, { pid: image.pid })
    const detail = { image_index, note_id }
    await audit(trx, { actor, ip, action: 'image-note.add', ...about, detail })
    await ctx.events.send(trx, { oid }, 'image_notes', { image_id: rid })
  })
  return { note_id }
}

export async function removeNote(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  note_id: string,
): Promise<void> {
  const { oid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const note = await notes.holdNote(trx, oid, note_id)
    const sitting = note && (await notes.findSitting(trx, oid, note.rid))
    if (!note || !sitting) throw notFound()
    if (!mayRemove(note, actor)) throw new Refusal(ERROR.conflict, 'image_note_not_yours')
    await notes.hideNote(trx, oid, note_id, ctx.now())
    const about = target('archive', note.rid, { pid: sitting.pid })
    const detail = { image_index: note.image_index, note_id }
    await audit(trx, { actor, ip, action: 'image-note.delete', ...about, detail })
    await ctx.events.send(trx, { oid }, 'image_notes', { image_id: note.rid })
  })
}

/** The author, or the main account of the institution. */
const mayRemove = ({ created_by }: notes.NoteRow, { uid, role }: Clinician) =>
  created_by === uid || role === '3'

/** Every field is named: a new column stays private until it stands here. */
const toNote = (row: notes.NoteRow, actor: Clinician): ImageNote => ({
  note_id: row.note_id,
  image_index: row.image_index,
  points: row.points,
  text: row.text,
  author: row.author ?? '',
  made_at: row.created_at.toISOString(),
  removable: mayRemove(row, actor),
})
