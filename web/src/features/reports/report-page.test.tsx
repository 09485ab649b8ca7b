import {
  DOCUMENTS,
  FundusReportData,
  getReport,
  ReportedPhotograph,
  verifyReport,
} from '@mingmou/contract'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compareWords } from '@mingmou/contract/testing'
import { show } from '../../testing/render.tsx'
import { EARLY, NUMBER, REPORT } from '../../testing/report.ts'
import { CHANGES, NOT_VALID, STANDING } from '../../testing/standing.ts'
import { UID } from '../../testing/session.ts'
import { startServer, type Answer, type Asked } from '../../testing/server.ts'
import { Component } from './report-page.tsx'

let server: Awaited<ReturnType<typeof startServer>>
let router: ReturnType<typeof createMemoryRouter>
let answer: Answer | ((asked: Asked) => Answer) = {}

beforeEach(async () => {
  localStorage.clear()
  server = await startServer((asked) => (typeof answer === 'function' ? answer(asked) : answer))
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = (number = NUMBER) => {
  const initialEntries = [`/report/fundus?report_no=${number}`]
  router = createMemoryRouter([{ path: '/report/fundus', Component }], { initialEntries })
  return show(<RouterProvider router={router} />, 'reports', 'findings', 'viewer')
}

const opinion = (heading: string) =>
  screen.getByRole('heading', { name: heading }).parentElement?.textContent

/** The words of the sheet. Links and buttons do not count. */
function words(container: HTMLElement): string {
  const sheet = container.querySelector('.rp-sheet')?.cloneNode(true) as HTMLElement
  for (const control of sheet.querySelectorAll('a, button, summary')) control.remove()
  for (const mark of sheet.querySelectorAll<HTMLElement>('[data-mark]'))
    mark.append(mark.dataset['mark'] ?? '')
  return sheet.textContent
}

test('a heading stands over words: a photograph of which nothing is said beside the sitting has none', async () => {
  const machine_opinion = '结论\n无可判读照片。\n建议\n建议重新拍摄。'
  answer = {
    data: { report_data: { ...REPORT, patient_opinion: machine_opinion, machine_opinion } },
  }
  await open()
  expect(await screen.findByText('无可判读照片。')).toBeTruthy()
  expect(screen.queryByText('AI判定（本张照片，仅供参考）')).toBeNull()
})

test('a report shows both opinions apart, its figures with units, what was not measured, and the warning', async () => {
  answer = { data: { report_data: REPORT } }
  await open()
  expect(await screen.findByText('8.44%')).toBeTruthy()
  expect(screen.getByText('0.62 ± 0.03')).toBeTruthy()
  expect(opinion('AI判定（本张照片，仅供参考）')).toContain('密度8.8%')
  expect(screen.getByText('右眼较重。')).toBeTruthy()
  expect(opinion('医生诊断意见')).toContain('未见明显出血')
  expect(opinion('医生诊断意见')).toContain('演示医生')
  expect(screen.getByText('未测量（结果不确定）：视盘占视野')).toBeTruthy()
  expect(screen.getByText('不能仅凭本产品结果进行临床决策。')).toBeTruthy()
  expect(screen.getByText(/f76a15ba9a6d510d/)).toBeTruthy()
  expect(screen.getByText('138****8000')).toBeTruthy()
  expect(screen.getByText('右眼 OD（AI判定，98%）')).toBeTruthy()
})

test('a report tells disease as suspected, by what rule, how surely, and what it did not look at', async () => {
  answer = { data: { report_data: REPORT } }
  await open()
  expect(await screen.findByText('2 级 · 疑似中度非增殖期')).toBeTruthy()
  expect(screen.getByText('2级或更重 87%')).toBeTruthy()
  expect(screen.getByText(/^依据：除微动脉瘤外/)).toBeTruthy()
  expect(screen.getByText(/^疑似黄斑水肿/)).toBeTruthy()
  expect(screen.getByText(/^未评估的征象：静脉串珠/)).toBeTruthy()
  expect(screen.getByText('临界，需观察')).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: /^微动脉瘤/ }).closest('tr')?.textContent).toContain(
    '微动脉瘤约4–15处',
  )
})

test('a report that suspects little says that this does not exclude glaucoma, and is sure of the ratio alone', async () => {
  answer = { data: { report_data: { ...REPORT, glaucoma: 'low', glaucoma_signs: [] } } }
  await open()
  const shown = await screen.findByText('低（不能排除青光眼）')
  expect(shown.parentElement?.textContent).toBe('低（不能排除青光眼） 杯盘比置信度高（90%）')
})

test('arteries and veins stand for the vessels, outlines for disc and cup, lesions on a picture of their own', async () => {
  answer = { data: { report_data: REPORT } }
  await open()
  await screen.findByText('8.44%')
  expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    '动脉',
    '静脉',
    '视盘视杯轮廓',
    '出血',
  ])
})

test('what the report counts stands beside what it does not, which is drawn only when it is asked for', async () => {
  const kinds = ['hard_exudates', 'hard_exudates_uncounted', 'haemorrhages_uncounted']
  const overlays = kinds.map((name) => ({ name, url: '/map', color: '#FDE047' }))
  answer = { data: { report_data: { ...REPORT, overlays } } }
  await open()
  const row = await screen.findByRole('rowheader', { name: /^硬性渗出/ })
  const cells = [...(row.closest('tr')?.querySelectorAll('td') ?? [])]
  expect(cells[0]?.textContent).toMatch(/^约\d+–\d+处 · 0\.066% · 0\.8\u00a0DD未计入 约\d+–\d+处$/)
  const drawn = () =>
    screen
      .getAllByRole('checkbox')
      .filter((box) => (box as HTMLInputElement).checked)
      .map((box) => box.closest('label')?.textContent)
  expect(drawn()).toEqual(['视盘视杯轮廓', '硬性渗出'])
  await userEvent.click(screen.getByRole('checkbox', { name: '未计入' }))
  expect(drawn()).toEqual(['视盘视杯轮廓', '硬性渗出', '未计入'])
})

test('where a clinician set the fovea the AI’s place stands dashed beside it, and what follows from it with the AI’s value', async () => {
  const marked: FundusReportData = {
    ...REPORT,
    segmentation: { ...REPORT.segmentation, fovea_center: [440, 425] },
    drawn: {
      drawings: [{ layer: 'fovea', clinician: '演示医生', made_at: '2026-11-21T10:00:00Z' }],
      figures: [
        { key: 'macula.fd_dist_dd', value: 2.6, machine: 2.1 },
        { key: 'macula.angle', value: -7.01, machine: -7.02 },
      ],
      judgements: [
        { name: 'oedema', value: true, machine: null },
        { name: 'eye', value: 'OD', machine: 'OS' },
      ],
      outlines: [{ layer: 'landmarks', color: '#A3E635', points: [[500, 300]] }],
    },
  }
  answer = { data: { report_data: marked } }
  const { container } = await open()
  await screen.findByText('8.44%')
  const crosses = [...container.querySelectorAll('svg path[d*="v"]')]
  expect(crosses.map((cross) => cross.getAttribute('stroke-dasharray'))).toEqual([null, '3 3'])
  const row = screen.getByText('医生勾画').closest('tr')?.textContent
  expect(row).toContain('黄斑中心凹演示医生')
  expect(row).toContain('黄斑水肿：疑似（AI：未能判断）')
  expect(row).toContain('眼别：右眼 OD（AI：左眼 OS）')
  expect(row).toMatch(/2\.60.DD（AI：2\.10.DD）/)
  // The same in the digits that are written.
  expect(row).not.toContain('角度')
})

test('a report says by which scale its lengths are in mm, and where none was known', async () => {
  const scale = { mm_per_px: 0.008, source: 'stated' } as const
  answer = { data: { report_data: { ...REPORT, scale } } }
  await open()
  expect(await screen.findByText(/^比例尺：1 px = 0\.008 mm（上传时填写）/)).toBeTruthy()
  expect(screen.getByText('11.42 px (91 µm)')).toBeTruthy()
  cleanup()
  answer = { data: { report_data: REPORT } }
  await open()
  expect(await screen.findByText(/^未提供毫米比例尺/)).toBeTruthy()
  expect(screen.queryByText(/ mm\)| µm\)/)).toBeNull()
})

test('a report made before most was measured shows what it has, and puts nothing in', async () => {
  answer = { data: { report_data: EARLY } }
  await open()
  expect(await screen.findByText('8.78%')).toBeTruthy()
  expect(screen.getByText(/^未测量（本版本尚不支持）：垂直杯盘比/)).toBeTruthy()
  expect(screen.queryByText(/级 ·/)).toBeNull()
})

test('a picture that could not be judged has a report without figures or grade', async () => {
  const iqa = { ...REPORT.iqa, image_quality: 'reject', reasons: ['blurred'] } as const
  answer = { data: { report_data: { ...REPORT, gradable: false, iqa } } }
  await open()
  expect(await screen.findByText(/图像不可判读/)).toBeTruthy()
  expect(screen.getByText('图像模糊')).toBeTruthy()
  const rows = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(rows).toEqual(['图像质量'])
  expect(screen.queryByText(/ICDR/)).toBeNull()
})

test('a report of a patient without a telephone number says that none is recorded', async () => {
  answer = { data: { report_data: { ...REPORT, phone: null } } }
  await open()
  expect((await screen.findByText('电话')).parentElement?.textContent).toBe('电话未填写')
})

const left: ReportedPhotograph = {
  ...ReportedPhotograph.parse(REPORT),
  eye: 'OS',
  image_index: 1,
  image_sha256: 'b2',
  machine_opinion: '结论\n略。\n依据\n左眼。',
}
const bothEyes: FundusReportData = {
  ...REPORT,
  machine_opinion: '结论\n略。\n依据\n右眼清晰。',
  fellow: left,
  image_count: 3,
  left_out: [{ image_index: 2, eye: 'OS', gradable: false }],
}

test.each([
  ['one eye', { ...REPORT, standing: NOT_VALID }],
  ['both eyes', bothEyes],
  ['little that was measured', EARLY],
  ['a picture that could not be judged', { ...REPORT, gradable: false }],
])('a report of %s says every word of its document, and no other', async (_, shown) => {
  answer = { data: { report_data: shown } }
  const { container } = await open()
  await screen.findByText('不能仅凭本产品结果进行临床决策。')
  const document = DOCUMENTS.fundus.of(shown, 'zh-CN')
  expect(compareWords(document, words(container), { asked: true })).toEqual({
    missing: [],
    left: '',
  })
})

test('a report of both eyes has a column for each, OD first, one opinion, and what it leaves out', async () => {
  answer = { data: { report_data: bothEyes } }
  await open()
  const row = await screen.findByRole('rowheader', { name: /^垂直杯盘比/ })
  const table = row.closest('table')
  const columns = [...(table?.querySelectorAll('thead th') ?? [])]
  expect(columns.map(({ textContent }) => textContent)).toEqual(['右眼 OD', '左眼 OS'])
  expect(row.closest('tr')?.querySelectorAll('td')).toHaveLength(2)
  expect(screen.getAllByRole('heading', { name: '医生诊断意见' })).toHaveLength(1)
  expect(screen.getByText('本报告未展示的照片：第3张（左眼 OS，不可判读）。')).toBeTruthy()
  expect(screen.getByText('右眼清晰。')).toBeTruthy()
  // The sitting has one conclusion.
  expect(screen.queryByText('略。')).toBeNull()
})

test('a report that no longer stands says why, by whom and what the newer one says otherwise', async () => {
  answer = { data: { report_data: { ...REPORT, standing: NOT_VALID } } }
  await open()
  const alerts = await screen.findAllByRole('alert')
  expect(alerts.map((alert) => alert.querySelector('p')?.textContent)).toEqual([
    '系统中保存的内容与签发时不一致，本报告不可采信。',
    '本报告已作废，内容无效。',
    '本报告完成后图像设置已更改，报告中的测量结果不再成立。',
    '本报告已被新报告取代：R2 打开新报告',
  ])
  expect(alerts[1]?.textContent).toContain(
    '作废：演示主任，2026-11-22 10:00原因：照片属于另一患者。',
  )
  for (const change of CHANGES) expect(alerts[3]?.textContent).toContain(change)
  expect(screen.getByRole('link', { name: '打开新报告' }).getAttribute('href')).toBe(
    '#/report/fundus?report_no=R2',
  )
  expect(
    screen.getByText('患者档案已删除。病历依法至少保存至2041-11-21，本报告仅供本机构查阅。'),
  ).toBeTruthy()
})

test('a report that stands says who signed it, when, and the first digits of its hash', async () => {
  answer = { data: { report_data: REPORT } }
  await open()
  expect(
    await screen.findByText(
      /^报告医生 演示医生 · 报告时间 2026-11-21 18:03 · .*SHA-256 5e5e5e5e5e5e5e5e$/,
    ),
  ).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test("a refused report shows the server's reason, and no way to try again", async () => {
  answer = { status: 202, error_code: 1002, msg: '报告链接已过期' }
  await open()
  expect((await screen.findAllByText('报告链接已过期')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: /重\s?试/ })).toBeNull()
})

const VERIFIED = {
  report_no: NUMBER,
  state: 'signed',
  altered: false,
  diagnosis_class: '1',
  institution: '演示眼科诊所',
  report_time: '2026-11-21T10:03:00Z',
  sha256: '5e'.repeat(32),
  ended_at: null,
  opens: true,
}

test('a report that a visitor has open is gone from the page when it was declared void meanwhile', async () => {
  answer = { data: { report_data: REPORT } }
  await open()
  await screen.findByText('8.44%')
  const opened = () => server.asked.filter(({ path }) => path === getReport.path).length
  // Nothing has become of it: it is not opened again, as every opening is on record.
  answer = { data: VERIFIED }
  window.dispatchEvent(new Event('focus'))
  await waitFor(() => expect(server.asked.at(-1)?.path).toBe(verifyReport.path))
  expect(opened()).toBe(1)
  expect(screen.getByText('8.44%')).toBeTruthy()
  answer = ({ path }) =>
    path === verifyReport.path
      ? { data: { ...VERIFIED, state: 'void', opens: false } }
      : { status: 202, error_code: 1002, msg: '报告已作废' }
  document.dispatchEvent(new Event('visibilitychange'))
  expect((await screen.findAllByText('报告已作废')).length).toBeGreaterThan(0)
  expect(screen.queryByText('8.44%')).toBeNull()
  expect(screen.queryByText('演示患者')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '下载 PDF' }).disabled).toBe(true)
})

test('a clinician who has a report open sees what became of it meanwhile', async () => {
  const standing = { ...STANDING, origin: { report_id: UID, pid: UID, image_id: UID } }
  answer = { data: { report_data: { ...REPORT, standing } } }
  await open()
  await screen.findByText('8.44%')
  const voided = { at: '2026-11-22T02:00:00Z', by: '演示主任', reason: '照片属于另一患者。' }
  answer = ({ path }) => ({
    data:
      path === verifyReport.path
        ? { ...VERIFIED, state: 'void', opens: false }
        : { report_data: { ...REPORT, standing: { ...standing, state: 'void', voided } } },
  })
  window.dispatchEvent(new Event('focus'))
  expect(await screen.findByText('本报告已作废，内容无效。')).toBeTruthy()
  expect(screen.getByText('8.44%')).toBeTruthy()
})

test('a report that failed to come can be asked for again', async () => {
  answer = { status: 500, error_code: 500, msg: '请求服务器错误' }
  await open()
  const again = await screen.findByRole('button', { name: /重\s?试/ })
  answer = { data: { report_data: REPORT } }
  await userEvent.click(again)
  expect(await screen.findByText('8.44%')).toBeTruthy()
})

test('a report is read in English while everything else, another report too, stays in Chinese', async () => {
  answer = { data: { report_data: REPORT } }
  const { unmount } = await open()
  const another = () => router.navigate(`?report_no=${NUMBER.slice(0, -1)}X`)
  for (const leave of [another, () => Promise.resolve().then(unmount)]) {
    await userEvent.click(await screen.findByRole('button', { name: 'English' }))
    await screen.findByText('Fundus image report')
    expect(localStorage.getItem('language')).toBeNull()
    await act(leave)
    await waitFor(() => expect(document.documentElement.lang).toBe('zh-CN'))
  }
})
