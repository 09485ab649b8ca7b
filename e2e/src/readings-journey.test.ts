import {
  addMember,
  checkDraws,
  leaveReading,
  listMembers,
  openReading,
  setReadingRules,
  signReading,
  updatePassword,
  login,
} from '@mingmou/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SIZES } from './browser.ts'
import { callAs, sessionOf } from './call.ts'
import { agree, button, save, taken } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { drawnPhotograph } from './photographs.ts'
import { addPatient, choose, createReport, resultShown, signIn, uploadFundus } from './steps.ts'
import { keepPicture, PICTURED, visitor } from './visitor.ts'

journey()

const ARBITER = { account: 'zhongcai', password: 'Zhongcai-2026' }

/** A third person of the institution, who has changed the first password. */
async function addArbiter(): Promise<void> {
  const { token, uid } = await sessionOf('3')
  const { account } = await callAs(token, listMembers, { uid, page: 1, size: 10 })
  const oid = account[0]?.oid ?? ''
  const first = 'Beginning-2026'
  const person = { name: '赵仲裁', email: 'zhongcai@clinic.example.com', username: ARBITER.account }
  await callAs(token, addMember, { oid, ...person, init_key: first })
  const entered = await callAs(null, login, {
    account: ARBITER.account,
    password: first,
    accountType: 2,
  })
  if (!('token' in entered)) throw new Error('a second factor is asked for')
  const change = { uid: entered.uid, oldpwd: first, newpwd1: ARBITER.password }
  await callAs(entered.token, updatePassword, change)
}

/** Pictures of both sizes, in both languages, where somebody wants to look at them. */
async function pictured(page: Page, name: string) {
  if (!PICTURED) return
  for (const language of ['zh-CN', 'en']) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.locator('.rd-list, .rd-form, .ant-table, .panel').first().waitFor()
    await keepPicture(page, `${name}-${language}`)
    await page.setViewportSize(SIZES.phone)
    await keepPicture(page, `${name}-${language}-phone`)
    await page.setViewportSize(SIZES.laptop)
  }
  await page.evaluate(() => localStorage.setItem('language', 'zh-CN'))
  await page.reload()
}

const PAGES = { 第一阅片: 'first', 第二阅片: 'second', 仲裁: 'arbitrator' } as const

async function opens(page: Page, queue: keyof typeof PAGES, patient: string) {
  await page.goto(`${program.url}/#/app/worklist/readings?show=${PAGES[queue]}`)
  const item = page.getByRole('listitem').filter({ hasText: patient })
  await taken(page, openReading, () => item.getByRole('link', { name: '阅片' }).click())
  await page.getByRole('heading', { name: queue }).waitFor()
}

async function signs(page: Page, stage: string) {
  const eye = page.getByRole('group', { name: '右眼（OD）' })
  await button(page, '签署阅片').click()
  await page.getByText('请逐项选择').waitFor()
  await eye.getByText(stage).click()
  await eye.getByRole('radiogroup', { name: '黄斑水肿' }).getByText('无', { exact: true }).click()
  await eye.getByRole('radiogroup', { name: '可疑青光眼' }).getByText('无', { exact: true }).click()
  await page.getByLabel('备注').fill('已看')
  await taken(page, signReading, () => button(page, '签署阅片').click())
  await page.waitForURL(/worklist\/readings/)
}

const CLEAR = '0 无明显病变'

/** A sitting is drawn, and the main account works the draw out again once the secret is disclosed. */
async function drawsChecked(main: Page, doctor: Page) {
  await main.goto(`${program.url}/#/app/organization/info`)
  const panel = main.getByRole('region', { name: '双人阅片' })
  await button(panel, '设置').click()
  await choose(main, '哪些检查需要第二次阅片', '全部需转诊的，其余随机抽取一部分')
  await main.getByLabel('其余检查的抽取比例').fill('100')
  await save(main, setReadingRules)
  await doctor.goto(`${program.url}/#/app/patient`)
  await addPatient(doctor, { name: '阅片丙', card: 'READ-53' })
  await uploadFundus(doctor, [await drawnPhotograph('OD', 53)])
  await resultShown(doctor)
  await opens(doctor, '第一阅片', '阅片丙')
  await signs(doctor, CLEAR)
  await taken(main, checkDraws, () => button(panel, '核对抽取').click())
  const dialog = main.getByRole('dialog', { name: '第二阅片的抽取' })
  await dialog.getByText('使用中，未公布').waitFor()
  await button(dialog, '公布密钥并启用新密钥').click()
  await taken(main, checkDraws, () => agree(main, '公布'))
  await dialog.getByText('全部一致').waitFor()
  await keepPicture(main, 'readings-draws')
}

test('two readers agree on one sitting and differ on another, which an arbitrator decides', async () => {
  await addArbiter()
  const { page: doctor, faults } = await visitor(browser)
  await signIn(doctor, program.url, program.account('4'))
  await doctor.waitForURL(/#\/app\//)
  for (const [name, seed] of [
    ['阅片甲', 51],
    ['阅片乙', 52],
  ] as const) {
    await doctor.goto(`${program.url}/#/app/patient`)
    await addPatient(doctor, { name, card: `READ-${seed}` })
    await uploadFundus(doctor, [await drawnPhotograph('OD', seed)])
    await resultShown(doctor)
  }
  const sitting = doctor.url()

  const { page: main, faults: mains } = await visitor(browser)
  await signIn(main, program.url, program.account('3'))
  await main.waitForURL(/#\/app\//)
  await main.goto(`${program.url}/#/app/organization/info`)
  const panel = main.getByRole('region', { name: '双人阅片' })
  await panel.getByText('关闭', { exact: true }).waitFor()
  await button(panel, '设置').click()
  await choose(main, '哪些检查需要第二次阅片', '全部')
  await choose(main, '可仲裁的账号', '赵仲裁')
  await main.keyboard.press('Escape')
  await save(main, setReadingRules)
  await panel.getByText('赵仲裁').waitFor()
  await pictured(main, 'readings-rule')

  await doctor.goto(`${program.url}/#/app/worklist`)
  await doctor.getByRole('link', { name: /待第一阅片/ }).waitFor()
  await keepPicture(doctor, 'readings-worklist')
  await doctor.getByRole('link', { name: /待第一阅片/ }).click()
  await doctor.getByText('阅片甲').waitFor()
  await opens(doctor, '第一阅片', '阅片甲')
  await pictured(doctor, 'readings-first')
  await taken(doctor, leaveReading, () => button(doctor, '放回队列').click())
  await opens(doctor, '第一阅片', '阅片甲')
  await signs(doctor, CLEAR)
  await opens(doctor, '第一阅片', '阅片乙')
  await signs(doctor, CLEAR)

  await opens(main, '第二阅片', '阅片甲')
  await main.getByText('盲法阅片').waitFor()
  await pictured(main, 'readings-second')
  await signs(main, CLEAR)
  await opens(main, '第二阅片', '阅片乙')
  await taken(main, leaveReading, () => button(main, '放回队列').click())
  await opens(main, '第二阅片', '阅片乙')
  await signs(main, '3 重度非增殖期')

  await doctor.goto(sitting)
  await doctor.getByText('两次阅片不一致，等待仲裁').waitFor()
  await keepPicture(doctor, 'readings-waits')

  const { page: arbiter, faults: arbiters } = await visitor(browser)
  await signIn(arbiter, program.url, ARBITER)
  await arbiter.waitForURL(/#\/app\//)
  await arbiter.goto(`${program.url}/#/app/worklist/readings?show=arbitrator`)
  await arbiter.getByText('阅片乙').waitFor()
  await pictured(arbiter, 'readings-queue')
  await opens(arbiter, '仲裁', '阅片乙')
  await pictured(arbiter, 'readings-arbitration')
  await signs(arbiter, '2 中度非增殖期')
  await arbiter.getByText('没有等待您阅片的检查').waitFor()
  await arbiter.getByText('阅片人统计').click()
  await arbiter
    .getByText(/例数过少/)
    .first()
    .waitFor()

  await doctor.reload()
  await resultShown(doctor)
  const report = await createReport(doctor, '转诊')
  await report.getByText('2期').or(report.getByText('中度')).first().waitFor()
  await keepPicture(report, 'readings-report')
  await main.goto(`${program.url}/#/app/worklist/readings?show=figures`)
  await main.getByText('赵仲裁').waitFor()
  await pictured(main, 'readings-figures')

  await button(doctor, '阅片记录').click()
  const signed = doctor.getByRole('dialog', { name: '阅片记录' })
  await signed.getByText(/^仲裁 · 赵仲裁/).waitFor()
  await keepPicture(doctor, 'readings-signed')
  await drawsChecked(main, doctor)
  expect([...faults, ...mains, ...arbiters]).toEqual([])
})
