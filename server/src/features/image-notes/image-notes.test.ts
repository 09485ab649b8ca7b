import {
  addImageNote,
  deleteImageNote,
  fundusArchive,
  listImageNotes,
  type InputOf,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import { makeSitting, nextEvent } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const NOTE = { points: [[100, 80]] as [number, number][], text: '视盘出血？' }
const LENGTH: [number, number][] = [
  [10, 20],
  [310.5, 220],
]

const add = (
  by: SignedIn,
  rid: string,
  note: Partial<InputOf<typeof addImageNote>> = {},
): Promise<{ note_id: string }> =>
  succeed(app, addImageNote, { image_id: rid, image_index: 0, ...NOTE, ...note }, by)
const listed = async (by: SignedIn, rid: string) =>
  (await succeed(app, listImageNotes, { image_id: rid }, by)).rows

describe('a note kept with a picture', () => {
  test('and a measurement stand there on reopening, with who and when, and pages that show them hear of it', async () => {
    const { by, rid } = await makeSitting(app)
    const { happened } = await nextEvent(app, 'image_notes', ({ image_id }) => image_id === rid)
    await add(by, rid)
    expect(await happened).toEqual({ image_id: rid })
    const measured = { image_id: rid, image_index: 0, points: LENGTH }
    await succeed(app, addImageNote, measured, by)
    const author = { author: '演示用户', image_index: 0, removable: true }
    const rows = await listed(by, rid)
    expect(rows).toMatchObject([
      { ...author, ...NOTE },
      { ...author, points: LENGTH, text: '' },
    ])
    expect(Date.parse(rows[0]?.made_at ?? '')).not.toBeNaN()
  })

  test('is removed by its author or the main account alone, and both acts are on record', async () => {
    const { by, rid } = await makeSitting(app)
    const oid = by.oid ?? ''
    const colleague = await makeAccount(app, { role: '4', oid })
    const main = await makeAccount(app, { role: '3', oid })
    const first = await add(by, rid)
    const second = await add(by, rid, { text: '2' })
    expect((await listed(colleague, rid)).map(({ removable }) => removable)).toEqual([false, false])
    expect(await app.call(deleteImageNote, first, colleague)).toMatchObject({
      error_code: 1003,
      msg: '只有作者或机构主账号可以删除',
    })
    await succeed(app, deleteImageNote, first, by)
    await succeed(app, deleteImageNote, second, main)
    expect(await listed(by, rid)).toEqual([])
    expect((await app.call(deleteImageNote, first, by)).error_code).toBe(1002)
    const log = await app.context.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('target_id', '=', rid)
      .where('action', 'in', ['image-note.add', 'image-note.delete'])
      .orderBy('id')
      .execute()
    expect(log).toEqual([
      { action: 'image-note.add', detail: { image_index: 0, ...first } },
      { action: 'image-note.add', detail: { image_index: 0, ...second } },
      { action: 'image-note.delete', detail: { image_index: 0, ...first } },
      { action: 'image-note.delete', detail: { image_index: 0, ...second } },
    ])
  })

  test('of another institution reads, for every call, as one that is not there', async () => {
    const { by, rid } = await makeSitting(app)
    const note = await add(by, rid)
    const stranger = await makeAccount(app, { role: '3' })
    const read = await app.call(listImageNotes, { image_id: rid }, stranger)
    const body = { image_id: rid, image_index: 0, ...NOTE }
    const written = await app.call(addImageNote, body, stranger)
    const removed = await app.call(deleteImageNote, note, stranger)
    for (const answer of [read, written, removed])
      expect(answer).toMatchObject({ status: 202, error_code: 1002 })
    expect(await listed(by, rid)).toHaveLength(1)
  })

  test('goes with its archive', async () => {
    const { by, rid } = await makeSitting(app)
    const note = await add(by, rid)
    await succeed(app, fundusArchive.delete, { rid }, by)
    expect((await app.call(listImageNotes, { image_id: rid }, by)).error_code).toBe(1002)
    expect((await app.call(deleteImageNote, note, by)).error_code).toBe(1002)
  })

  test('is never rewritten by the program', async () => {
    const { by, rid } = await makeSitting(app)
    await add(by, rid)
    const changing = withInstitution(app.context.db, by.oid ?? '', (trx) =>
      trx.updateTable('image_notes').set({ text: '-' }).execute(),
    )
    await expect(changing).rejects.toThrow('permission denied')
  })

  test.each([
    ['with an empty text', { text: ' ' }, 'text'],
    ['without a text', { text: undefined }, 'text'],
    ['with a text without end', { text: '长'.repeat(501) }, 'text'],
    ['at no point', { points: [] }, 'points'],
    ['at three points', { points: [...LENGTH, [1, 1]] as [number, number][] }, 'points'],
    ['outside the picture', { points: [[321, 10]] as [number, number][] }, 'points'],
    ['left of the picture', { points: [[-1, 10]] as [number, number][] }, 'points'],
  ])('%s is refused at its field', async (_, note, field) => {
    const { by, rid } = await makeSitting(app)
    const body = { image_id: rid, image_index: 0, ...NOTE, ...note }
    const refused = await app.call(addImageNote, body, by)
    expect(refused.error_code).toBe(1001)
    const { fields } = refused.data as unknown as { fields: object }
    expect(Object.keys(fields).map((name) => name.split('.')[0])).toEqual([field])
    expect(await listed(by, rid)).toEqual([])
  })

  test('beyond the hundredth of a picture is refused, two at once too', async () => {
    const { by, rid } = await makeSitting(app)
    await withInstitution(app.context.db, by.oid ?? '', (trx) =>
      trx
        .insertInto('image_notes')
        .values(
          Array.from({ length: 99 }, (_, n) => ({
            note_id: `00000000-0000-7000-8000-${rid.slice(-9)}${String(n).padStart(3, '0')}`,
            rid,
            image_index: 0,
            oid: by.oid ?? '',
            text: '-',
            points: '[[1, 1]]',
            created_by: by.uid,
          })),
        )
        .execute(),
    )
    const body = { image_id: rid, image_index: 0, ...NOTE }
    const both = await Promise.all([
      app.call(addImageNote, body, by),
      app.call(addImageNote, body, by),
    ])
    expect(both.map(({ error_code }) => error_code).sort()).toEqual([0, 1006])
  })
})
