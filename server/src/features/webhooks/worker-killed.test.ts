import { once } from 'node:events'
import { addWebhook, listWebhookDeliveries, type WebhookDelivery } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAccount } from '../../testing/factories.ts'
import { signedReport } from '../../testing/report-maker.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { answers, webhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts'
import { startWorkerProcess } from '../../testing/worker-process.ts'

let app: TestApp
let receiver: WebhookReceiver
beforeAll(async () => {
  app = await testApp()
  receiver = await webhookReceiver()
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

test('an event outlives the workers: without one it waits, and of one that is killed the next tells it, with the same id', async () => {
  const main = await makeAccount(app, { role: '3' })
  const { webhook_id } = await succeed(
    app,
    addWebhook,
    { name: '医院 HIS', url: receiver.origin, events: ['report.signed'], active: true },
    main,
  )
  const { report_no } = await signedReport(app, main)
  const state = async (): Promise<WebhookDelivery['state'] | undefined> =>
    (await succeed(app, listWebhookDeliveries, { webhook_id }, main)).rows[0]?.state
  expect(await state()).toBe('waiting')

  const { privateOrigins, caFile } = receiver.outward
  const allowed = {
    WEBHOOK_PRIVATE_ORIGINS: privateOrigins.join(','),
    WEBHOOK_CA: caFile ?? '',
  }
  receiver.answer = null
  const first = startWorkerProcess(app, allowed)
  while (receiver.told.length === 0) await new Promise((done) => setTimeout(done, 50))
  first.kill('SIGKILL')
  await once(first, 'exit')
  expect(await state()).toBe('waiting')

  receiver.answer = answers(204)
  const second = startWorkerProcess(app, allowed)
  try {
    while ((await state()) !== 'sent') await new Promise((done) => setTimeout(done, 100))
    const [killed, told] = receiver.told
    expect(receiver.told).toHaveLength(2)
    expect(told?.headers['webhook-id']).toBe(killed?.headers['webhook-id'])
    expect(told?.body).toBe(killed?.body)
    expect(JSON.parse(told?.body ?? '')).toMatchObject({ data: { report_no } })
  } finally {
    second.kill()
    await once(second, 'exit')
  }
})
