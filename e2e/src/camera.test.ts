import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { asFiles, hasDcmtk, photograph, reportFile } from '@mingmou/server/testing/camera'
import { fileDocument } from '@mingmou/contract'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { PATHS } from '@mingmou/web/paths'
import { openContext, SIZES } from './browser.ts'
import { button, taken } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { freePort } from './program.ts'
import { addPatient, choose, signIn } from './steps.ts'

const port = await freePort()
journey('demonstration', { DICOM_PORT: String(port), PEER_NETWORKS: '127.0.0.0/8' })

let page: Page
beforeAll(async () => {
  const context = await openContext(browser, { viewport: SIZES.laptop })
  page = await context.newPage()
})

const open = (path: string) => page.goto(`${program.url}/#${path}`)
const row = (words: string | RegExp) => page.getByRole('row').filter({ hasText: words })
const shown = (words: string | RegExp) => page.getByText(words).first().waitFor()

/** Sends files in one association, as a camera does. */
const send = async (title: string, files: readonly Buffer[]) => {
  const to = ['-aet', 'CAMERA', '-aec', title, '127.0.0.1', String(port)]
  const camera = execFile('storescu', [...to, ...(await asFiles(files))])
  const [code] = (await once(camera, 'exit')) as [number]
  return code
}

/** A device that is no DICOM device: it closes every connection. */
const openDoor = async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return { port: address.port, close: () => server.close() }
}

/** The other clinician gives a document its patient. */
async function fileDocumentByHand() {
  const context = await openContext(browser, { viewport: SIZES.laptop })
  const doctor = await context.newPage()
  await signIn(doctor, program.url, program.account('4'))
  await doctor.waitForURL(/#\/app\//)
  await doctor.goto(`${program.url}/#${PATHS.received}`)
  await doctor.getByText('全部文件').click()
  await button(doctor, '归到患者').click()
  const dialog = doctor.getByRole('dialog')
  await dialog.getByLabel('姓名、就诊卡号或电话').fill('P-7001')
  await taken(doctor, fileDocument, () => dialog.getByRole('button', { name: /P-7001/ }).click())
  await button(doctor, '归到患者').waitFor({ state: 'detached' })
  await context.close()
}

describe.runIf(hasDcmtk)('a day with a camera', () => {
  test('it is registered, sends, and its photographs are filed by themselves or by hand', async () => {
    await signIn(page, program.url, program.account('3'))
    await page.waitForURL(/#\/app\//)
    await open(PATHS.devices)
    await shown('还没有登记设备')
    await button(page, '更改 AE 标题').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('本机构的 AE 标题').fill('EYECLINIC')
    await button(dialog, '保存').click()
    await shown('EYECLINIC')

    const door = await openDoor()
    await button(page, '登记设备').first().click()
    await dialog.getByLabel('设备名称').fill('一楼眼底相机')
    await dialog.getByLabel('设备的 AE 标题').fill('CAMERA')
    await dialog.getByLabel('设备地址').fill('127.0.0.1')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('设备端口').fill(String(door.port))
    await choose(page, '采集设备', 'Topcon TRC-NW400')
    await dialog.getByText('小瞳孔图像').click()
    await button(dialog, '保存').click()
    await button(row('一楼眼底相机'), '连通测试').click()
    await shown('已连上，但拒绝了测试')
    door.close()

    await open(PATHS.patients)
    await addPatient(page, { name: '钱七', card: 'P-7001' })
    const said = { charset: 'ISO_IR 192', number: 'P-7001', day: '20240301' }
    const proven = { ...said, name: Buffer.from('Qian^Qi=钱^七'), birthday: '19610504', sex: 'F' }
    const files = [photograph({ ...proven, eye: 'R' }), photograph({ ...said, eye: 'L' })]
    expect(await send('EYECLINIC', files)).toBe(0)

    await open(PATHS.received)
    await page.getByText('全部文件').click()
    await row('已归档').waitFor()
    await button(row('等待归档').first(), '归档').click()
    const waiting = page.getByRole('listitem', { name: /一楼眼底相机/ })
    await waiting.getByText('OS').first().waitFor()
    await choose(page, '采集设备', 'Topcon TRC-NW400')
    await page.getByText('小瞳孔图像').click()
    await page.getByRole('button', { name: /^归档/ }).click()
    await waiting.getByText('已归档').waitFor()

    await page.getByText('全部文件').click()
    const filed = row('已归档').first()
    await button(filed, '撤回归档').click()
    await button(dialog, '撤回').click()
    await row('归档已撤回').first().waitFor()

    const letter = Buffer.from('%PDF-1.4\n%%EOF\n')
    expect(await send('EYECLINIC', [reportFile(letter, proven)])).toBe(0)
    await page.reload()
    await page.getByText('全部文件').click()
    // It belongs to no day, unlike the photographs.
    await button(row(/已归档.*钱七(?! 20)/s).first(), '撤回归档').click()
    await button(dialog, '撤回').click()
    await button(page, '归到患者').waitFor()
    await fileDocumentByHand()

    await open(PATHS.devices)
    await button(row('一楼眼底相机'), '编辑').click()
    await dialog.getByLabel('设备名称').fill('二楼眼底相机')
    await button(dialog, '保存').click()
    await button(row('二楼眼底相机'), '删除').click()
    await button(dialog, '移除').click()
    await shown('还没有登记设备')
    expect(await send('EYECLINIC', files)).not.toBe(0)
  })
})
