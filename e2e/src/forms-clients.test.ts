import {
  addClient,
  listAudit,
  listClients,
  revokeClient,
  rotateClient,
  setClient,
} from '@mingmou/contract'
import { expect, test } from 'vitest'
import { callAs, sessionOf } from './call.ts'
import { act, actAndAgree, button, fill, row, save } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { signIn } from './steps.ts'
import { keepPicture, visitor } from './visitor.ts'

journey()

const self = (token: string) =>
  fetch(`${program.url}/api/v1/client`, { headers: { authorization: `Bearer ${token}` } })

async function tokenOf(client_id: string, client_secret: string): Promise<string | undefined> {
  const form = { grant_type: 'client_credentials', client_id, client_secret }
  const answered = await fetch(`${program.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  return ((await answered.json()) as { access_token?: string }).access_token
}

test('a main account lets a program call, gives it a new secret and ends it', async () => {
  const { page, context, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('3'))
  await page.waitForURL(/#\/app\//)
  await page.goto(`${program.url}/#/app/organization/clients`)
  await page.getByText('尚未登记接口客户端').waitFor()
  await button(page, '新增客户端').first().click()
  const dialog = page.getByRole('dialog')
  await fill(dialog, { 名称: '医院 HIS' })
  await dialog.getByLabel('权限').click()
  await page.getByTitle('患者：读取').click()
  await page.getByTitle('检查申请：写入').click()
  await dialog.getByText('新增接口客户端').click()
  await keepPicture(page, 'client-dialog')
  await save(page, addClient)
  await page.getByText('密钥仅显示这一次').waitFor()
  const told = async () => page.locator('.clients-secret code').allInnerTexts()
  const [address = '', login = '', secret = ''] = (await told()).map((text) => text.trim())
  expect(address).toBe(`${program.url}/oauth/token`)
  await keepPicture(page, 'client-secret')
  await button(page, '已保存').click()
  const token = (await tokenOf(login, secret)) ?? ''
  expect(await (await self(token)).json()).toMatchObject({
    name: '医院 HIS',
    scopes: ['people:read', 'orders:write'],
  })
  await page.reload()
  await row(page, '近30天1次').waitFor()

  await act(page, '医院 HIS', '编辑')
  await fill(dialog, { 有效期至: '2099-12-31' })
  await save(page, setClient)
  await row(page, '有效期至 2099-12-31').waitFor()
  await act(page, '医院 HIS', '更换密钥')
  await dialog.getByText('立即失效').click()
  await save(page, rotateClient, '生成新密钥')
  await page.getByText('密钥仅显示这一次').waitFor()
  const [, , second = ''] = (await told()).map((text) => text.trim())
  await button(page, '已保存').click()
  expect((await self(token)).status).toBe(401)
  expect(await tokenOf(login, secret)).toBeUndefined()
  const renewed = (await tokenOf(login, second)) ?? ''
  expect((await self(renewed)).status).toBe(200)
  await keepPicture(page, 'clients')
  await actAndAgree(page, '医院 HIS', '吊销', revokeClient)
  await row(page, '已吊销').waitFor()
  expect((await self(renewed)).status).toBe(401)
  expect(faults).toEqual([])
  await context.close()
  const main = await sessionOf('3')
  const log = await callAs(main.token, listAudit, { action: 'client.token' })
  expect(log.rows).toMatchObject([{ name: '医院 HIS' }, { name: '医院 HIS' }])
  expect((await callAs(main.token, listClients, {})).total_count).toBe(1)
})
