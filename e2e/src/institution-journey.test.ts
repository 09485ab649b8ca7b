import { readFile } from 'node:fs/promises'
import { deletePatient, exportQuestionnaire, withdrawErasure } from '@mingmou/contract'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { ageAccounts, agePatients } from '@mingmou/server/testing/past-records'
import { browser, journey, program } from './journey.ts'
import { act, agree, button, row, save, taken } from './forms.ts'
import { openOutbox } from './outbox.ts'
import { addPatient, choose, signIn, type Person } from './steps.ts'
import { visitor } from './visitor.ts'

const ADMIN: Person = { account: 'journeyadmin', password: 'Journey-2026' }
const NAME = '演示新机构'
const EMAIL = 'clinic@journey.example.com'
const LICENCE = {
  name: `${'演示医疗机构执业许可证'.repeat(4)}.pdf`,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
}
const SUB_EMAIL = 'doctor@journey.example.com'

let secretTo: (address: string) => Promise<string>

journey('empty', { ADMIN_ACCOUNT: ADMIN.account, ADMIN_PASSWORD: ADMIN.password })
beforeAll(() => {
  secretTo = openOutbox(program.dataDir)
})

async function signUp(page: Page, password: string): Promise<void> {
  await page.goto(`${program.url}/#/login`)
  await button(page, '没有账号？注册机构').click()
  const dialog = page.getByRole('dialog', { name: '注册机构' })
  const fields = {
    机构名称: NAME,
    机构简称: '演示新',
    联系人: '演示联系人',
    联系电话: '010-88881234',
    详细地址: '演示路2号',
    机构简介: '演示简介',
    邮箱: EMAIL,
    密码: password,
    确认密码: password,
  }
  for (const [label, value] of Object.entries(fields))
    await dialog.getByLabel(label, { exact: true }).fill(value)
  await choose(page, '所在地区', '浙江省', '杭州市', '西湖区')
  await button(dialog, '获取验证码').click()
  const files = dialog.locator('input[type=file]')
  await files.setInputFiles([{ ...LICENCE, name: '说明.docx' }])
  await dialog.getByText('仅支持 PDF、JPEG、PNG 或 WebP 文件：说明.docx').waitFor()
  // The name gives a wrong type. The server checks the content, and the form keeps all its input.
  await files.setInputFiles([LICENCE, { ...LICENCE, name: '改名.png', buffer: Buffer.from('MZ') }])
  await dialog.getByLabel('邮箱验证码').fill(await secretTo(EMAIL))
  await button(dialog, '提交申请').click()
  await page.getByText('仅支持 PDF、JPEG、PNG 或 WebP 文件：改名.png').first().waitFor()
  await button(dialog, '移除“改名.png”').click()
  await button(dialog, '提交申请').click()
  const notice = page.locator('.ant-modal-confirm', { hasText: '申请已提交' })
  await button(notice, '确认').click()
  await notice.waitFor({ state: 'hidden' })
}

/** The first login leads only to the change of the password. */
async function changePassword(page: Page, person: Person, next: string): Promise<void> {
  await signIn(page, program.url, person)
  await page.waitForURL(/#\/app\/updatePwd/)
  await page.getByLabel('原密码').fill(person.password)
  await page.getByLabel('新密码', { exact: true }).fill(next)
  await page.getByLabel('再次输入新密码').fill(next)
  await button(page, '保存').click()
  await page.getByText('密码修改成功').waitFor()
  person.password = next
}

async function administrator(path: string): Promise<Awaited<ReturnType<typeof visitor>>> {
  const admin = await visitor(browser)
  await signIn(admin.page, program.url, ADMIN, '用户登录')
  await admin.page.waitForURL(/#\/app\/system\/account/)
  await admin.page.goto(`${program.url}/#${path}`)
  return admin
}

describe('an institution', () => {
  const main: Person = { account: EMAIL, password: 'Chosen-2026' }
  const doctor: Person = { account: 'journeydoctor', password: '' }

  test('signs up, and is told to wait until it is reviewed', async () => {
    const { context, page, faults } = await visitor(browser)
    await signUp(page, main.password)
    await signIn(page, program.url, main)
    await page.getByText('机构入驻申请审核中').first().waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  test('is approved by an administrator, who sees what it wrote', async () => {
    const { context, page, faults } = await administrator('/app/organization/process')
    await page.getByText('待审核 (1)').waitFor()
    const entry = page.getByRole('menuitem', { name: '入驻审核' })
    await entry.getByTitle('1 个待审核').waitFor()
    await row(page, NAME)
      .getByRole('button', { name: /^审\s?核$/ })
      .click()
    const dialog = page.getByRole('dialog', { name: '审核入驻申请' })
    await dialog.getByText('演示路2号').waitFor()
    await dialog.getByText('医疗机构执业许可证', { exact: true }).waitFor()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: `下载“${LICENCE.name}”` }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe(LICENCE.name)
    expect(await readFile(await saved.path())).toEqual(LICENCE.buffer)
    await dialog.getByText('不通过', { exact: true }).click()
    await button(dialog, '提交审核').click()
    await dialog.getByText('此项不能为空').waitFor()
    await dialog.getByText('通过', { exact: true }).click()
    await button(dialog, '提交审核').click()
    await page.getByText('已通过该机构的入驻申请').waitFor()
    await entry.getByTitle(/待审核/).waitFor({ state: 'detached' })
    await page.getByText('已审核 (1)').click()
    await row(page, NAME).getByText('已通过').waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  test('signs in for the first time, changes its password and adds a sub-account', async () => {
    const { context, page, faults } = await visitor(browser)
    await changePassword(page, main, 'Changed-2026')
    await page.goto(`${program.url}/#/app/organization/account`)
    await page.getByText('子账号已用 0 / 10 个').first().waitFor()
    await page.getByText('还没有子账号').waitFor()
    await button(page, '添加子账号').first().click()
    const dialog = page.getByRole('dialog', { name: '添加子账号' })
    await dialog.getByLabel('姓名').fill('演示新医生')
    await dialog.getByLabel('用户名').fill(doctor.account)
    await dialog.getByLabel('邮箱').fill(SUB_EMAIL)
    await button(page, '保存').click()
    await page.getByText(`子账号已添加，初始密码已发送至 ${SUB_EMAIL}`).waitFor()
    await page.getByText('子账号已用 1 / 10 个').first().waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  test('is changed by an administrator, who is not asked what it decides itself', async () => {
    const { context, page, faults } = await administrator('/app/organization/list')
    await row(page, NAME)
      .getByRole('button', { name: /^编\s?辑$/ })
      .click()
    const dialog = page.getByRole('dialog', { name: '编辑机构信息' })
    await dialog.getByLabel('联系人').fill('演示新联系人')
    expect(await dialog.getByLabel('已删除患者的病历保存年限').count()).toBe(0)
    await button(page, '保存').click()
    await page.getByText('机构信息已修改').waitFor()
    await row(page, NAME).getByText('演示新联系人').waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  test('is disabled while its sub-account works, which sees it', async () => {
    doctor.password = await secretTo(SUB_EMAIL)
    const work = await visitor(browser)
    await changePassword(work.page, doctor, 'Evening-2026')
    await work.page.goto(`${program.url}/#/app/patient`)
    await work.page.getByText('还没有患者').waitFor()
    const admin = await administrator('/app/organization/list')
    await act(admin.page, NAME, '禁用')
    const ended = work.page.locator('.notice', { hasText: '所属机构已被禁用' })
    const answered = admin.page.waitForResponse(/\/admin\/organization\/ban$/)
    await agree(admin.page, '禁用')
    await answered
    await ended.waitFor()
    await admin.page.getByText('机构已禁用').waitFor()
    await row(admin.page, NAME).getByText('已禁用').waitFor()
    await work.page.waitForURL(/#\/login/)
    await signIn(work.page, program.url, doctor)
    await work.page.locator('.ant-message').getByText('所属机构已被禁用').waitFor()

    await act(admin.page, NAME, '启用')
    await agree(admin.page, '启用')
    await admin.page.getByText('机构已启用').waitFor()
    await button(work.page, '登录').click()
    await work.page.waitForURL(/#\/app\/patient/)
    expect([...work.faults, ...admin.faults]).toEqual([])
    await Promise.all([work.context.close(), admin.context.close()])
  })

  test('is deleted by its name, brought back, and its people sign in again', async () => {
    const { context, page, faults } = await administrator('/app/organization/list')
    await act(page, NAME, '删除')
    const really = button(page.locator('.ant-modal-confirm'), '删除')
    expect(await really.isDisabled()).toBe(true)
    await page.getByLabel('输入机构名称以确认').fill(NAME)
    await really.click()
    await page.getByText('机构已删除').waitFor()
    await row(page, NAME).waitFor({ state: 'detached' })
    const work = await visitor(browser)
    await signIn(work.page, program.url, doctor)
    await work.page.getByText('账号或密码错误').first().waitFor()

    await button(page, '已删除机构').click()
    const dialog = page.getByRole('dialog', { name: '已删除机构' })
    await button(dialog, '恢复').click()
    await agree(page, '恢复')
    await page.getByText('机构已恢复').waitFor()
    await button(work.page, '登录').click()
    await work.page.waitForURL(/#\/app\/patient/)
    expect([...work.faults, ...faults]).toEqual([])
    await Promise.all([work.context.close(), context.close()])
  })

  test('has a deleted patient erased by two people once the time of keeping is over', async () => {
    const [chief, work] = [await visitor(browser), await visitor(browser)]
    await signIn(chief.page, program.url, main)
    await chief.page.waitForURL(/#\/app/)
    await chief.page.goto(`${program.url}/#/app/organization/info`)
    await button(chief.page, '编辑').click()
    await chief.page.getByLabel('已删除患者的病历保存年限').fill('15')
    await button(chief.page, '保存').click()
    await chief.page.getByText('15年', { exact: true }).waitFor()

    await signIn(work.page, program.url, doctor)
    await work.page.waitForURL(/#\/app\/patient/)
    for (const [name, card] of [
      ['演示患者留', 'KEPT01'],
      ['演示患者毁', 'GONE01'],
    ] as const) {
      await work.page.goto(`${program.url}/#/app/patient`)
      await addPatient(work.page, { name, card })
    }
    await work.page.goto(`${program.url}/#/app/patient`)
    await row(work.page, '演示患者毁')
      .getByRole('button', { name: /^删\s?除$/ })
      .click()
    await work.page.getByText('误建', { exact: true }).click()
    await save(work.page, deletePatient, '删除')
    await row(work.page, '演示患者毁').waitFor({ state: 'detached' })
    const due = `${program.url}/#/app/patient/erasure`
    await work.page.goto(due)
    await work.page.getByText('没有保存期限已满的患者').waitFor()
    await agePatients(program.dataDir, 16)

    await chief.page.goto(due)
    const asked = row(chief.page, '演示患者毁')
    await button(asked, '申请销毁').click()
    await agree(chief.page, '申请')
    const withdraw = button(asked, '撤回申请')
    await withdraw.click()
    await taken(chief.page, withdrawErasure, () => agree(chief.page, '撤回'))
    await button(asked, '申请销毁').click()
    await agree(chief.page, '申请')
    await withdraw.waitFor()
    expect(await button(asked, '确认销毁').count()).toBe(0)

    // Either of the two takes it back.
    await work.page.reload()
    const seen = row(work.page, '演示患者毁')
    await button(seen, '撤回申请').click()
    await taken(work.page, withdrawErasure, () => agree(work.page, '撤回'))
    await button(seen, '撤回申请').waitFor({ state: 'detached' })
    await chief.page.reload()
    await button(asked, '申请销毁').click()
    await agree(chief.page, '申请')
    await withdraw.waitFor()
    await work.page.reload()
    const confirm = async () => {
      await button(row(work.page, '演示患者毁'), '确认销毁').click()
      await agree(work.page, '销毁')
    }
    await confirm()
    // The main account made this one today.
    await work.page.getByText(/在30天内有一方创建、重置或更改过另一方的账号/).waitFor()
    await ageAccounts(program.dataDir, 31)
    await confirm()
    await work.page.getByText('病历已销毁').waitFor()
    await work.page.getByText('没有保存期限已满的患者').waitFor()
    await work.page.goto(`${program.url}/#/app/patient`)
    await row(work.page, '演示患者留').waitFor()
    expect([...chief.faults, ...work.faults]).toEqual([])
    await Promise.all([chief.context.close(), work.context.close()])
  })
})

test('an administrator asks, a visitor answers on a phone and comes back, and the answer is counted', async () => {
  const { context, page, faults } = await administrator('/app/questionnaire')
  await button(page, '新建版本').click()
  await button(page, '添加题目').click()
  const dialog = page.getByRole('dialog', { name: '添加题目' })
  await choose(page, '题型', '矩阵')
  const texts = { 题目: '请评价', '行 1': '速度', '列 1': '慢', '列 2': '快' }
  for (const [label, words] of Object.entries(texts)) {
    await dialog.getByLabel(`${label}（中文）`, { exact: true }).fill(words)
    await dialog.getByLabel(`${label}（英文）`, { exact: true }).fill('Words')
  }
  await button(page, '保存').click()
  await button(page, '上移“请评价”').click()
  await button(page, '发布').first().click()
  await agree(page, '发布')
  await page.getByText('问卷已发布').waitFor()

  const visit = await visitor(browser, 'phone')
  await visit.page.goto(`${program.url}/#/main/questionnaire`)
  await button(visit.page, '开始填写').click()
  await visit.page.getByText('第 1 题，共 4 题').waitFor()
  await visit.page.getByLabel('使用过').check()
  await visit.page.getByText('第 1 题，共 5 题').waitFor()
  await button(visit.page, '下一题').click()
  await visit.page.getByLabel('5', { exact: true }).check()
  await visit.page.getByText('已暂存').waitFor()
  await visit.page.reload()
  await visit.page.getByLabel('使用过').and(visit.page.locator(':checked')).waitFor()
  for (let step = 1; step < 4; step++) await button(visit.page, '下一题').click()
  await visit.page.getByLabel('快', { exact: true }).check()
  await button(visit.page, '下一题').click()
  await button(visit.page, '提交').click()
  await visit.page.getByText('感谢您的参与').waitFor()
  await visit.page.reload()
  await visit.page.getByRole('heading', { name: '您已提交过这份问卷' }).waitFor()

  await page.getByRole('tab', { name: '结果' }).click()
  await page.getByText('共 1 份答卷').waitFor()
  const counts = page.getByRole('table', { name: '请评价' })
  await counts.getByRole('row', { name: '速度 0 (0%) 1 (100%)' }).waitFor()
  await page.getByRole('img', { name: '请评价：柱状图' }).waitFor()
  await taken(page, exportQuestionnaire, () => button(page, '导出 CSV').click())
  expect([...visit.faults, ...faults]).toEqual([])
  await Promise.all([visit.context.close(), context.close()])
})

const DATABASE = ['数据库', '眼底数据集', '眼表数据集']
const CLINICAL = [
  '患者信息',
  '患者列表',
  '诊断报告列表',
  '导入患者',
  '到期病历',
  '待拍摄',
  '阅片列表',
  '收件箱',
  '诊断系统',
  ...DATABASE,
]
const PLATFORM = [
  ...['系统管理', '管理员账号', '机构管理', '机构列表', '入驻审核', '体验用户管理', '体验账号'],
  ...['问卷管理', '内容管理', ...DATABASE, '反馈管理', '操作日志'],
]

test.each([
  ['1', '/app/system/account', PLATFORM],
  ['2', '/app/system/account', PLATFORM],
  [
    '3',
    '/app/organization/info',
    [
      '机构管理',
      '机构信息',
      '账号管理',
      '设备登记',
      '机构统计',
      '本地验证',
      '设备质量监测',
      '对接总览',
      '报告目的地',
      '接口客户端',
      'HL7 对接',
      ...CLINICAL,
      '操作日志',
    ],
  ],
  ['4', '/app/patient', CLINICAL],
  ['5', '/app/diagnosis/fundus', ['诊断分析', '糖尿病眼病眼底分析']],
] as const)('role %s lands on %s and has the menu of its role', async (role, landing, menu) => {
  const { context, page, faults } = await visitor(browser)
  const clinician = role === '3' || role === '4'
  const person = role === '1' ? ADMIN : program.account(role)
  await signIn(page, program.url, person, clinician ? '机构登录' : '用户登录')
  await page.waitForURL((url) => url.hash === `#${landing}`)
  const entries = page.getByRole('navigation', { name: '功能菜单' }).getByRole('menuitem')
  await expect.poll(() => entries.allInnerTexts()).toEqual(menu)
  await page.goto(`${program.url}/#/app/${clinician ? 'system/account' : 'patient'}`)
  await page.getByText('该页面暂未开放，请使用有权限的账号登录').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('the menu shows its words, and icons alone only where that was chosen in this browser', async () => {
  const { context, page, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('4'))
  const menu = page.getByRole('navigation', { name: '功能菜单' })
  await menu.getByText('诊断报告列表').waitFor()
  await button(page, '收起菜单').click()
  await menu.getByText('诊断报告列表').waitFor({ state: 'hidden' })
  await page.reload()
  await button(page, '展开菜单').click()
  await menu.getByText('诊断报告列表').waitFor()
  await page.reload()
  await menu.getByText('诊断报告列表').waitFor()
  expect(faults).toEqual([])
  await context.close()
})
