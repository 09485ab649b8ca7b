import { askUploadForms, listPatientImports, type PatientImport } from '@mingmou/contract'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { Component } from './imports-page.tsx'

const AT = '2026-11-26T08:00:00Z'
const imported = (traits: Partial<PatientImport>): PatientImport => ({
  import_id: UID,
  file_name: '表.csv',
  state: 'written',
  reason: null,
  by: '演示医生',
  created_at: AT,
  total: 1,
  done: 1,
  created: 1,
  changed: 0,
  unchanged: 0,
  refused: 0,
  undone: 0,
  kept: 0,
  ignored: [],
  faults_url: null,
  kept_url: null,
  undo_until: '2026-12-03T08:00:00Z',
  own: true,
  ...traits,
})

let rows: PatientImport[]
let server: Awaited<ReturnType<typeof startServer>>
beforeEach(async () => {
  signIn({ role: '4' })
  rows = []
  server = await startServer(({ path }) => {
    if (path === listPatientImports.path) return { data: { rows } }
    if (path === askUploadForms.path) return { status: 202, error_code: 1001, msg: '不是表格' }
    return { error_code: 404, msg: '' }
  })
})
afterEach(async () => {
  cleanup()
  await server.close()
})

test('only who may take an import back is told until when, and nobody is named who has no name', async () => {
  const OTHER = '0190a5f0-0000-7000-8000-000000000009'
  rows = [
    imported({ file_name: '我的.csv' }),
    imported({ import_id: OTHER, file_name: '别人.csv', by: '', own: false }),
  ]
  await show(<Component />, 'patient-imports')
  const list = await screen.findByRole('list', { name: '导入记录' })
  const [mine, theirs] = within(list).getAllByRole('listitem')
  expect(mine?.textContent).toMatch(/演示医生，.*之前可撤销/)
  expect(theirs?.textContent).toContain('别人.csv')
  expect(theirs?.textContent).toContain('已写入2026年')
  expect(theirs?.textContent).not.toContain('可撤销')
})

test('a file that is not taken is named with the reason, and stays named when another is chosen', async () => {
  await show(<Component />, 'patient-imports')
  const button = await screen.findByText('选择表格')
  const choose = (name: string) => {
    const field = button.closest('.ant-upload')?.querySelector('input')
    if (!field) throw new Error('no field for a file')
    return userEvent.upload(field, new File(['x'], name), { applyAccept: false })
  }
  await choose('甲.pdf')
  expect(await screen.findByText('未能导入“甲.pdf”')).toBeTruthy()
  await choose('乙.pdf')
  expect(await screen.findByText('未能导入“乙.pdf”')).toBeTruthy()
  expect(screen.getByText('未能导入“甲.pdf”')).toBeTruthy()
  // Once at each file, and nowhere else.
  expect(screen.getAllByText('不是表格')).toHaveLength(2)
})
