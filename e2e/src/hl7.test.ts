import { messageOf, nextId, pidOf, sendMessage } from '@mingmou/server/testing/hl7-system'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { PATHS } from '@mingmou/web/paths'
import { openContext, SIZES } from './browser.ts'
import { agree, button } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { freePort } from './program.ts'
import { signIn } from './steps.ts'
import { keepPicture } from './visitor.ts'

const port = await freePort()
journey('demonstration', { HL7_PORT: String(port) })

let page: Page
beforeAll(async () => {
  const context = await openContext(browser, { viewport: SIZES.laptop })
  page = await context.newPage()
})

const open = (path: string) => page.goto(`${program.url}/#${path}`)
const row = (words: string | RegExp) => page.getByRole('row').filter({ hasText: words })
const shown = (words: string | RegExp) => page.getByText(words).first().waitFor()

test('a system is registered, a message that could not be used is played again, and two patients are merged', async () => {
  await signIn(page, program.url, program.account('3'))
  await page.waitForURL(/#\/app\//)
  await open(PATHS.hl7)
  await shown('还没有消息')
  await page.getByText('对接系统', { exact: true }).click()
  await shown('还没有登记系统')
  const called = page.getByRole('region', { name: '在对接系统中填写' })
  const facility = (await called.locator('code').first().innerText()).trim()
  await shown(String(port))

  const dialog = page.getByRole('dialog')
  await button(page, '登记系统').click()
  await dialog.getByLabel('系统名称').fill('门诊系统')
  await dialog.getByLabel('发送应用').fill('HIS')
  await dialog.getByLabel('发送机构').fill('H1')
  await dialog.getByLabel('系统地址').fill('127.0.0.1')
  await page.keyboard.press('Enter')
  await button(dialog, '保存').click()
  await row('门诊系统').getByText('尚无消息').waitFor()

  const send = (type: string, ...segments: string[]) =>
    sendMessage(port, messageOf({ facility, id: nextId() }, type, ...segments))
  const zhang = pidOf({ number: 'Z-1', name: '张^三', birthday: '19610504' })
  const order = await send('ORM^O01', zhang, 'ORC|NW|X-1', 'OBR|1|||FP')
  expect(order).toMatchObject({ ack: 'AE', at: 'OBR-4' })
  await open(PATHS.hl7)
  // The menu counts what waits, and on a phone the reason is in sight.
  await page.getByTitle('1 条 HL7 消息等待处理').waitFor()
  const waiting = row(/Z-1 · 张三/)
  await page.setViewportSize(SIZES.phone)
  const reason = waiting.getByText('OBR-4：未知的检查项目代码“FP”')
  await reason.waitFor()
  const box = await reason.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(SIZES.phone.width)
  await keepPicture(page, 'hl7-messages-390')
  await page.setViewportSize(SIZES.laptop)
  await waiting.getByText('OBR-4：未知的检查项目代码“FP”').waitFor()
  await button(waiting, '查看').click()
  await dialog.getByText('ORC|NW|X-1').waitFor()
  await button(dialog, '关闭').click()

  await page.getByText('对接系统', { exact: true }).click()
  await button(row('门诊系统'), '编辑').click()
  await dialog.getByLabel('检查项目代码：眼底彩照').fill('FP')
  await page.keyboard.press('Enter')
  await button(dialog, '保存').click()
  await row('FP').waitFor()
  await page.getByText('消息', { exact: true }).click()
  await button(waiting, '重新处理').click()
  await waiting.getByText('已接收').waitFor()
  await open(PATHS.orders)
  await row('张三').waitFor()

  // What the system overwrites of the clinic, and the clinic of the system, is kept on the patient's page.
  await send('ADT^A04', pidOf({ number: 'Z-9', name: '李^四', birthday: '19700101' }))
  await open(PATHS.patients)
  await row('李四').getByRole('link').first().click()
  await shown('来源')
  await page.getByText(/门诊系统 · /).waitFor()
  await page.getByRole('tab', { name: '基本信息' }).click()
  await button(page, '编辑').click()
  await dialog.getByLabel('联系电话').fill('13800000001')
  await button(dialog, '保存').click()
  const differ = page.getByRole('region', { name: '外部系统与本机构的不同记录' })
  await differ.getByText('13800000001').waitFor()
  await send(
    'ADT^A08',
    pidOf({ number: 'Z-9', name: '李^四', birthday: '19700101', phone: '13900000009' }),
  )
  // The open page hears of it.
  await differ.getByText('门诊系统（外部系统）').waitFor()
  for (const [other, name] of [
    ['English', 'zh'],
    ['中文', 'en'],
  ] as const) {
    for (const size of ['phone', 'laptop'] as const) {
      await page.setViewportSize(SIZES[size])
      await keepPicture(page, `patient-outside-${name}-${size}`)
    }
    await button(page, other).click()
  }
  await open(PATHS.orders)

  // Another number of the same person: nothing is merged by a message.
  await send('ADT^A04', pidOf({ number: 'Z-2', name: '张^三', birthday: '19610504' }))
  await send('ADT^A40', zhang, 'MRG|Z-2^^^HIS^MR')
  await open(PATHS.hl7)
  await page.getByRole('link', { name: '核对并合并' }).click()
  await dialog.getByText('Z-2').first().waitFor()
  await button(dialog.last(), '合并').click()
  await agree(page, '合并')
  await shown('患者档案已合并')
  await open(PATHS.hl7)
  const merge = row('ADT^A40')
  await button(merge, '重新处理').click()
  await merge.getByText('已接收').waitFor()

  await send('ADT^A08', pidOf({ number: 'Z-3', sex: 'U' }))
  await page.reload()
  const wrong = row(/Z-3/)
  await wrong.getByText('PID-8').waitFor()
  await button(wrong, '关闭消息').click()
  await dialog.getByLabel('关闭原因').fill('由医院信息系统更正后重发')
  await button(dialog, '关闭消息').click()
  await wrong.getByText('由医院信息系统更正后重发').waitFor()

  await page.getByText('对接系统', { exact: true }).click()
  await button(row('门诊系统'), '删除').click()
  await button(dialog, '移除').click()
  await shown('还没有登记系统')
  expect(await send('ADT^A04', zhang)).toMatchObject({ ack: 'AR' })
})
