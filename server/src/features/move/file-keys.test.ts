import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReport } from '@mingmou/contract'
import { keepFindings, makeArchive, makePatient } from '../../testing/clinical-factories.ts'
import { withFullRights } from '../../testing/database.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { placed } from '../../testing/place.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { FILE_KEYS, isFileKey, textsOf } from './file-keys.ts'
import { bindTo, linesOf, listOwned } from './rows.ts'

let app: TestApp
let by: SignedIn
beforeAll(async () => {
  app = await testApp()
  by = await makeAccount(app, { role: '4' })
  const pid = await makePatient(app, by)
  const rid = await makeArchive(app, by, pid)
  const analysis_id = await keepFindings(app, by, { pid, rid })
  const opinion = { analysis_type: '1' as const, diagnostic_opinion: '未见异常', image_index: 0 }
  await succeed(app, createReport, { uid: by.uid, patient_id: pid, analysis_id, ...opinion }, by)
})
afterAll(() => app.close())

/** Names that files have, never keys. */
const NAMES = ['file_name']

test('every column of an institution that is called a key of a file is in the catalogue', async () => {
  const { rows } = await sql<{ name: string; column: string }>`
    select c.table_name as name, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'jsonb')
      and (c.column_name ~ '(_key|logo|picture|overlays|thumb|file|path)')`.execute(app.context.db)
  const owned = await placed(app, (place) =>
    place.inside('read committed', (client) => listOwned(client)),
  )
  const lost = rows
    .filter(({ name }) => owned.some((table) => table.name === name))
    .filter(({ column }) => !NAMES.includes(column))
    .filter(
      ({ name, column }) =>
        !Object.keys(FILE_KEYS[name] ?? {}).some((key) => key.split('.')[0] === column),
    )
  expect(lost).toEqual([])
})

test('whatever text of a row names a file of the store is in the catalogue', async () => {
  const keys = new Set<string>()
  for await (const { key } of app.context.files.list('')) keys.add(key)
  const found = new Set<string>()
  await withFullRights(app.context.config.databaseUrl, async (client) => {
    await client.query('begin')
    await bindTo(client, by.oid ?? '')
    for (const table of await listOwned(client)) {
      for await (const line of linesOf(client, table, by.oid ?? '')) {
        const row: unknown = JSON.parse(line)
        for (const [path, text] of textsOf(row)) {
          if (keys.has(text)) found.add(`${table.name} ${path} ${isFileKey(table.name, path)}`)
        }
      }
    }
    await client.query('rollback')
  })
  expect([...found].sort().join('\n')).toMatch(/^archive_images file_key true$/m)
  expect([...found].filter((line) => !line.endsWith('true'))).toEqual([])
})
