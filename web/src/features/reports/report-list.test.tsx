import { listReports, type DataOf } from '@mingmou/contract'
import { cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { Component as ReportList } from './report-list-page.tsx'

type Row = DataOf<typeof listReports>['rows'][number]
type Outcome = Row['outcomes'][number]

const none: Outcome = {
  eye: 'OD',
  stage: 0,
  stage_index: 0,
  at_least: null,
  lesions: false,
  referral: 'none',
  reasons: [],
  oedema: false,
  stated: [],
  machine: null,
}
const reportOf = (number: number, traits: Partial<Row>): Row => ({
  report_id: `01900000-0000-7000-8000-00000000000${number}`,
  report_no: `R20260102-${number}`,
  diagnosis_class: '1',
  pid: UID,
  name: `演示患者${number}`,
  ad_card_number: `A-${number}`,
  outcomes: [none],
  untold: [],
  record_date: '2026-01-02',
  report_time: '2026-01-02T03:04:05Z',
  clinician: '演示医生',
  diagnostic_opinion: '意见',
  state: 'signed',
  outdated: false,
  kept_until: null,
  delivery: null,
  ...traits,
})

let server: Awaited<ReturnType<typeof startServer>>
afterEach(async () => {
  cleanup()
  await server.close()
})

/** The texts of the findings of each report. */
async function listed(...reports: Partial<Row>[]): Promise<string[]> {
  localStorage.clear()
  signIn()
  const rows = reports.map((traits, number) => reportOf(number + 1, traits))
  const page = { page: 1, total_count: rows.length, rows, authors: [], diagnostic_map: {} }
  server = await startServer(({ path }) => ({ data: path === listReports.path ? page : {} }))
  await show(
    <MemoryRouter>
      <ReportList />
    </MemoryRouter>,
    ...['reports', 'findings', 'worklist'],
  )
  return Promise.all(
    rows.map(async ({ name }) => {
      const row = (await screen.findByText(name)).closest('tr')
      if (!row) throw new Error(`no row of ${name}`)
      const tags = [...row.querySelectorAll('.rl-eyes > strong, .rl-eyes .ant-tag')]
      expect(within(row).queryByText('—')).toBeNull()
      return tags.map(({ textContent }) => textContent).join(' | ')
    }),
  )
}

test('a report list says of each eye what the worklist does, and why nothing is told of one', async () => {
  expect(
    await listed(
      { outcomes: [none, { ...none, eye: 'OS' }] },
      {
        outcomes: [
          {
            ...none,
            stage: 3,
            referral: 'referable',
            reasons: [
              { reason: 'stage', referral: 'referable' },
              { reason: 'contradiction', referral: 'review' },
            ],
          },
        ],
        untold: [{ eye: 'OS', why: 'unjudged' }],
      },
      { outcomes: [{ ...none, stage: 2, machine: { stage: 0, referral: 'none', oedema: false } }] },
      { outcomes: [], untold: [{ eye: 'OD', why: 'unjudged' }] },
      {
        diagnosis_class: '3',
        outcomes: [{ ...none, stage: null, stage_index: null, found: { word: 'gaps', n: 2 } }],
      },
    ),
  ).toEqual([
    '未提示需转诊 | OD 0 级 | OS 0 级',
    '疑似需转诊 | OD 照片矛盾、须复核 | 左眼：无可判读照片，未作判断',
    '未提示需转诊 | OD 2 级（AI：0 级）',
    '不可判读 | 右眼：无可判读照片，未作判断',
    '未提示需转诊 | OD 疑似无灌注区2处',
  ])
})
