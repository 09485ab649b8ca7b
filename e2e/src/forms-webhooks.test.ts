import {
  addWebhook,
  deleteWebhook,
  listConnections,
  listWebhooks,
  rotateWebhook,
  sendWebhookAgain,
  setWebhook,
  testWebhook,
} from '@mingmou/contract'
import { answers, webhookReceiver } from '@mingmou/server/testing/webhook-receiver'
import { afterAll, expect, test } from 'vitest'
import { callAs, sessionOf } from './call.ts'
import { act, actAndAgree, button, fill, row, save, taken } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { signIn } from './steps.ts'
import { keepPicture, visitor } from './visitor.ts'

const receiver = await webhookReceiver()
journey('demonstration', {
  WEBHOOK_PRIVATE_ORIGINS: receiver.origin,
  WEBHOOK_CA: receiver.outward.caFile ?? '',
})
afterAll(() => receiver.close())

test('a main account has events told, sees what failed and why, and sends it again', async () => {
  const { page, context, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('3'))
  await page.waitForURL(/#\/app\//)
  await page.goto(`${program.url}/#/app/organization/clients`)
  await page.getByText('尚未设置通知地址').waitFor()
  await keepPicture(page, 'webhooks-empty')
  await button(page, '新增通知地址').click()
  const dialog = page.getByRole('dialog')
  await fill(dialog, { 名称: '医院 HIS', 地址: 'https://10.1.2.3/events' })
  await keepPicture(page, 'webhook-dialog')
  await save(page, addWebhook)
  await page.getByText('密钥仅显示这一次').waitFor()
  expect(await page.locator('.clients-secret code').innerText()).toMatch(/^whsec_/)
  await keepPicture(page, 'webhook-secret')
  await button(page, '已保存').click()
  await taken(page, testWebhook, () => act(page, '医院 HIS', '发送测试'))
  await dialog.getByText('该地址位于内部网络').waitFor()
  await keepPicture(page, 'webhook-log')
  await button(dialog, '关闭').click()
  await row(page, '该地址位于内部网络').waitFor()

  await taken(page, listConnections, () => page.getByRole('menuitem', { name: '对接总览' }).click())
  const line = page.getByRole('listitem').filter({ hasText: '医院 HIS' })
  await line.getByText('故障').first().waitFor()
  await keepPicture(page, 'connections')
  await page.setViewportSize({ width: 390, height: 844 })
  await keepPicture(page, 'connections-phone')
  await page.setViewportSize({ width: 1366, height: 768 })
  await button(page, 'English').click()
  await line.getByText('Correct the fault; waiting events are sent automatically').waitFor()
  await keepPicture(page, 'connections-english')
  await page.setViewportSize({ width: 390, height: 844 })
  await keepPicture(page, 'connections-english-phone')
  await page.setViewportSize({ width: 1366, height: 768 })
  await button(page, '中文').click()
  await line.getByRole('link', { name: '接口客户端' }).click()
  await row(page, '该地址位于内部网络').waitFor()

  receiver.answer = answers(503)
  await act(page, '医院 HIS', '编辑')
  await fill(dialog, { 地址: `${receiver.origin}/events` })
  await save(page, setWebhook)
  await act(page, '医院 HIS', '通知记录')
  await taken(page, sendWebhookAgain, () => button(dialog, '重新发送').first().click())
  await dialog.getByText('接收系统应答状态码 503').waitFor()
  receiver.answer = answers(204)
  await taken(page, sendWebhookAgain, () => button(dialog, '重新发送').first().click())
  await dialog.getByText('已送达').waitFor()
  expect(new Set(receiver.told.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await button(dialog, '关闭').click()
  await page.reload()
  await row(page, '医院 HIS').waitFor()
  await keepPicture(page, 'webhooks')
  await page.setViewportSize({ width: 390, height: 844 })
  await keepPicture(page, 'webhooks-phone')
  await page.setViewportSize({ width: 1366, height: 768 })
  await act(page, '医院 HIS', '更换密钥')
  await keepPicture(page, 'webhook-rotate')
  await save(page, rotateWebhook, '生成新密钥')
  await page.getByText('密钥仅显示这一次').waitFor()
  await button(page, '已保存').click()
  await row(page, '同时以旧密钥签名至').waitFor()
  await actAndAgree(page, '医院 HIS', '删除', deleteWebhook)
  await page.getByText('尚未设置通知地址').waitFor()
  expect(faults).toEqual([])
  await context.close()
  const main = await sessionOf('3')
  expect((await callAs(main.token, listWebhooks, {})).rows).toEqual([])
})
