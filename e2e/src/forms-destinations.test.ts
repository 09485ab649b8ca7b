import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  addDestination,
  createReport,
  deleteDestination,
  dicomOfArchive,
  echoDestination,
  fundusAnalysis,
  listPatients,
  sendAgain,
  setDestination,
  setViewer,
} from '@mingmou/contract'
import { reportPath } from '@mingmou/web/paths'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIZES } from './browser.ts'
import { callAs, sessionOf } from './call.ts'
import { act, actAndAgree, button, fill, row, save, taken } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { signIn } from './steps.ts'
import { keepPicture, visitor } from './visitor.ts'

journey('demonstration', { PEER_NETWORKS: '127.0.0.0/8' })

/** An archive that takes files by STOW-RS, once it is mended. */
let archive: Server
let stored = 0
let broken = true
beforeAll(async () => {
  archive = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const fails = broken && request.method === 'POST'
      if (request.method === 'POST' && !broken) stored++
      response.writeHead(fails ? 503 : 200, { 'content-type': 'application/dicom+json' }).end('[]')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => archive.once('listening', resolve))
})
afterAll(() => archive.close())

/** A report of the demonstration. */
async function signOne(): Promise<{ report_no: string; pid: string }> {
  const { token, uid } = await sessionOf('4')
  const { rows: patients } = await callAs(token, listPatients, { page: 1, size: 100 })
  for (const { pid } of patients) {
    const size = { weight: 100, height: 100, order: '1' } as const
    const { rows } = await callAs(token, fundusAnalysis.list, { pid, ...size })
    const analysis_id = rows.find(({ status }) => status === 'done')?.analysis_record_id
    if (typeof analysis_id !== 'string') continue
    const of = { analysis_type: '1', patient_id: pid, uid, analysis_id, image_index: 0 } as const
    const said = { ...of, diagnostic_opinion: '演示结论' }
    return { ...(await callAs(token, createReport, said)), pid }
  }
  throw new Error('the demonstration has no analysed photograph')
}

test('a main account names archives, and a clinician sees what of a report is there', async () => {
  const { page, context, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('3'))
  await page.waitForURL(/#\/app\//)
  await page.goto(`${program.url}/#/app/organization/destinations`)
  await page.getByText('尚未设置报告目的地').waitFor()
  await button(page, '新增目的地').click()
  const dialog = page.getByRole('dialog')
  await fill(dialog, { 名称: '医院 PACS', 主机: '10.20.30.40', '对方 AE 标题': 'PACS' })
  await keepPicture(page, 'destination-dialog')
  await save(page, addDestination)
  await taken(page, echoDestination, () => act(page, '医院 PACS', '连通测试'))
  await row(page, '该地址位于内部网络').waitFor()
  await act(page, '医院 PACS', '编辑')
  await dialog.getByText('DICOMweb（STOW-RS）').click()
  const { port } = archive.address() as AddressInfo
  await fill(dialog, { 'DICOMweb 地址': 'https://pacs.example.com/dicom-web' })
  await fill(dialog, { 客户端证书与私钥: '不是证书' })
  await button(dialog.locator('.ant-modal-footer'), '保存').click()
  await dialog.getByText('请粘贴 PEM 格式的证书及其未加密的私钥').waitFor()
  await keepPicture(page, 'destination-dialog-certificate')
  await fill(dialog, { 客户端证书与私钥: '' })
  await fill(dialog, { 'DICOMweb 地址': `http://127.0.0.1:${port}/dicom-web`, 访问令牌: 'geheim' })
  await keepPicture(page, 'destination-dialog-stow')
  await save(page, setDestination)
  await taken(page, echoDestination, () => act(page, '医院 PACS', '连通测试'))
  await page.getByText('“医院 PACS”应答正常').waitFor()

  await button(page, '新增目的地').click()
  await dialog.getByText('HL7 v2（ORU^R01）').click()
  await fill(dialog, { 名称: '医院 HIS', 主机: '10.20.30.41', '接收应用（MSH-5）': 'HIS' })
  await keepPicture(page, 'destination-dialog-hl7')
  await save(page, addDestination)
  await row(page, 'HL7：本方 MINGMOU → 对方 HIS').waitFor()
  await row(page, '10.20.30.41:2575').waitFor()
  await keepPicture(page, 'destinations-hl7')
  await page.setViewportSize(SIZES.phone)
  await keepPicture(page, 'destinations-hl7-390')
  await page.setViewportSize(SIZES.laptop)
  await button(page, 'English').click()
  await row(page, 'HL7: our MINGMOU → their HIS').waitFor()
  await keepPicture(page, 'destinations-hl7-en')
  await button(page, '中文').click()
  await actAndAgree(page, '医院 HIS', '删除', deleteDestination)

  await button(page, '设置').click()
  await fill(dialog, { 页面地址: 'http://viewer.example.com' })
  await button(dialog.locator('.ant-modal-footer'), '保存').click()
  await dialog.getByText('请输入以 https 开头').waitFor()
  await fill(dialog, { 页面地址: 'https://viewer.example.com/viewer' })
  await keepPicture(page, 'viewer-dialog')
  await save(page, setViewer)
  await page.getByText('https://viewer.example.com/viewer').waitFor()

  const doctor = await visitor(browser)
  const { report_no, pid } = await signOne()
  await signIn(doctor.page, program.url, program.account('4'))
  await doctor.page.waitForURL(/#\/app\//)
  await doctor.page.goto(`${program.url}/#${reportPath('fundus', report_no)}`)
  await doctor.page.getByText('对方未能保存，状态码 503').first().waitFor()
  await keepPicture(doctor.page, 'report-waiting')
  await page.reload()
  await row(page, '等待发送2份').waitFor()
  await keepPicture(page, 'destinations')
  // While the archive is down, whoever presses asks for another try.
  await page.goto(`${program.url}/#${reportPath('fundus', report_no)}`)
  await page.getByText('对方未能保存，状态码 503').first().waitFor()
  await taken(page, sendAgain, () => button(page, '重新发送').first().click())
  await page.goto(`${program.url}/#/app/organization/destinations`)
  await row(page, '等待发送2份').waitFor()
  // Both were tried, and the pressed one once more: they wait for minutes unless somebody presses.
  const offered = async () => {
    await doctor.page.reload()
    await doctor.page.getByText('状态码 503').first().waitFor()
    return button(doctor.page, '重新发送').count()
  }
  await expect.poll(offered).toBe(2)
  broken = false
  const again = button(doctor.page, '重新发送').first()
  await taken(doctor.page, sendAgain, () => again.click())
  const arrived = async () => {
    if (await again.isVisible()) await again.click({ timeout: 1000 }).catch(() => undefined)
    return doctor.page.getByText('已送达').count()
  }
  await expect.poll(arrived).toBe(2)
  expect(stored).toBe(2)
  await keepPicture(doctor.page, 'report-sent')
  await doctor.page.goto(`${program.url}/#/app/patient/reportList`)
  await row(doctor.page, '已送达').waitFor()
  await keepPicture(doctor.page, 'report-list')

  await doctor.page.goto(`${program.url}/#/app/patient/detail?pid=${pid}&tab=fundus`)
  const saved = doctor.page.waitForEvent('download')
  await taken(doctor.page, dicomOfArchive, () => button(doctor.page, '下载 DICOM').first().click())
  expect((await saved).suggestedFilename()).toMatch(/^DICOM-.+\.zip$/)
  await keepPicture(doctor.page, 'archive')
  await doctor.context.route('https://viewer.example.com/**', (route) =>
    route.fulfill({ body: '' }),
  )
  const links = doctor.page.getByRole('link', { name: '在影像查看器中打开' })
  // That of the patient, and that of the first sitting.
  for (const at of [0, 1]) {
    const opened = doctor.page.waitForEvent('popup')
    await links.nth(at).click()
    const viewer = await opened
    await viewer.waitForURL(/^https:\/\/viewer\.example\.com\/viewer\?StudyInstanceUIDs=[\d.,]+$/)
    const knows = () => ({ opener: window.opener !== null, referrer: document.referrer })
    expect(await viewer.evaluate(knows)).toEqual({ opener: false, referrer: '' })
    await viewer.close()
  }
  await keepPicture(doctor.page, 'patient-viewer')
  await doctor.page.setViewportSize(SIZES.phone)
  await links.first().waitFor()
  await keepPicture(doctor.page, 'patient-viewer-390')
  await page.setViewportSize(SIZES.phone)
  await keepPicture(page, 'destinations-390')
  await page.setViewportSize(SIZES.laptop)

  await actAndAgree(page, '医院 PACS', '删除', deleteDestination)
  await page.getByText('尚未设置报告目的地').waitFor()
  expect([...faults, ...doctor.faults]).toEqual([])
  await doctor.context.close()
  await context.close()
})
