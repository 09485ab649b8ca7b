import {
  listPatientImports,
  runPatientImport,
  startPatientImport,
  type PatientImport,
} from '@mingmou/contract'
import { expect } from 'vitest'
import { readSheet } from '../platform/sheets/read-sheet.ts'
import { textOf } from '../features/patient-imports/columns.ts'
import { upload } from './clinical-factories.ts'
import type { SignedIn } from './factories.ts'
import { succeed, type TestApp } from './test-app.ts'

/** Tables of patients as a person brings them to a program. */
export function importsOf(app: TestApp) {
  const bring = async (by: SignedIn, table: Buffer | string, name = 'table.csv') => {
    const key = await upload(app, by, Buffer.from(table), name, 'patients')
    return app.call(startPatientImport, { key, file_name: name }, { token: by.token })
  }
  const found = async (by: SignedIn, import_id: string): Promise<PatientImport> => {
    const { rows } = await succeed(app, listPatientImports, {}, { token: by.token })
    const listed = rows.find((row) => row.import_id === import_id)
    if (!listed) throw new Error('the import is not there')
    return listed
  }
  const reached = async (by: SignedIn, import_id: string, state: PatientImport['state']) => {
    await expect
      .poll(async () => (await found(by, import_id)).state, { timeout: 60_000 })
      .toBe(state)
    return found(by, import_id)
  }
  const checked = async (by: SignedIn, table: Buffer | string, name?: string) => {
    const { data } = await bring(by, table, name)
    return reached(by, data.import_id, 'checked')
  }
  const written = async (by: SignedIn, table: Buffer | string) => {
    const { import_id } = await checked(by, table)
    await succeed(app, runPatientImport, { import_id }, { token: by.token })
    return reached(by, import_id, 'written')
  }
  const bytesOf = async (url: string | null): Promise<Buffer> => {
    const answered = await fetch(new URL(url ?? '', app.url))
    return Buffer.from(await answered.arrayBuffer())
  }
  /** The cells of a workbook that the program made. */
  const workbook = async (url: string | null) =>
    Array.from(readSheet(await bytesOf(url)), ({ cells }) => cells.map(textOf))
  return { bring, found, reached, checked, written, bytesOf, workbook }
}

/** Created, changed, unchanged, refused. */
export const counts = ({ created, changed, unchanged, refused }: PatientImport) => [
  ...[created, changed, unchanged, refused],
]
