import {
  type Call,
  type Role,
  ADMINISTRATORS,
  adminActivateAdmin,
  adminAddAdmin,
  adminAddInstitution,
  adminAddTrialAccount,
  adminBanAdmin,
  adminChangeEmail,
  adminDeleteAdmin,
  adminDeleteTrialAccount,
  adminLockAccount,
  adminResetAccount,
  adminSetAccount,
  adminUnlockAccount,
  adminAddNews,
  adminChangeAccountLimit,
  adminChangeQuota,
  adminDeleteNews,
  adminLockMain,
  adminSetNews,
  adminUnlockMain,
  beginQuestionnaire,
  closeQuestionnaire,
  commitFeedback,
  deleteQuestion,
  deleteQuestionnaire,
  exportAudit,
  finishFeedback,
  handleFeedback,
  makeQuestionnaireLinks,
  orderQuestions,
  publishQuestionnaire,
  setInstitutionInfo,
  setQuestion,
  setQuestionnaireInfo,
  setQuestionnaireText,
  submitReset,
} from '@mingmou/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { act, actAndAgree, agree, button, fill, row, save, taken } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { openOutbox } from './outbox.ts'
import { choose, signIn, type Person } from './steps.ts'
import { visitor } from './visitor.ts'

journey()

/** An administrator, on a page. */
async function administrator(role: Role, path: string) {
  const visit = await visitor(browser)
  await signIn(visit.page, program.url, program.account(role), '用户登录')
  await visit.page.waitForURL(/#\/app\/system\/account/)
  await visit.page.goto(`${program.url}/#${path}`)
  return visit
}

test.each(ADMINISTRATORS)(
  'role %s: an administrator is added, changed, disabled, enabled, reset and deleted',
  async (role) => {
    const { page, context, faults } = await administrator(role, '/app/system/account')
    await button(page, '添加管理员').first().click()
    const dialog = page.getByRole('dialog')
    await fill(dialog, {
      姓名: '演示管理员乙',
      用户名: `formssecond${role}`,
      联系电话: '010-88881234',
      邮箱: `second${role}@forms.example.com`,
    })
    await save(page, adminAddAdmin)
    await act(page, `formssecond${role}`, '编辑')
    await fill(dialog, { 姓名: '演示管理员丙' })
    await save(page, adminSetAccount)
    await act(page, '演示管理员丙', '更换邮箱')
    await fill(dialog, { 新邮箱: `third${role}@forms.example.com` })
    await save(page, adminChangeEmail)
    await row(page, `third${role}@forms.example.com`).waitFor()
    await actAndAgree(page, `formssecond${role}`, '禁用', adminBanAdmin)
    await actAndAgree(page, `formssecond${role}`, '启用', adminActivateAdmin)
    await actAndAgree(page, `formssecond${role}`, '重置密码', adminResetAccount, '重置')
    await actAndAgree(page, `formssecond${role}`, '删除', adminDeleteAdmin)
    await row(page, `formssecond${role}`).waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await context.close()
  },
)

test.each(ADMINISTRATORS)(
  'role %s: a trial user is added, locked, unlocked, reset and deleted',
  async (role) => {
    const { page, context, faults } = await administrator(role, '/app/experience/account')
    await button(page, '添加体验用户').first().click()
    const dialog = page.getByRole('dialog')
    await fill(dialog, { 用户名: `formstrial${role}`, 邮箱: `trial${role}@forms.example.com` })
    await dialog.getByLabel('初始密码').fill('Forms-2026')
    await save(page, adminAddTrialAccount)
    await act(page, `formstrial${role}`, '更换邮箱')
    await fill(dialog, { 新邮箱: `moved${role}@forms.example.com` })
    await save(page, adminChangeEmail)
    await actAndAgree(page, `formstrial${role}`, '锁定', adminLockAccount)
    await actAndAgree(page, `formstrial${role}`, '解锁', adminUnlockAccount)
    const forgetful = await visitor(browser)
    await resetPassword(forgetful.page, `moved${role}@forms.example.com`, {
      account: `formstrial${role}`,
      password: 'Again-2026',
    })
    await actAndAgree(page, `formstrial${role}`, '重置密码', adminResetAccount, '重置')
    await actAndAgree(page, `formstrial${role}`, '删除', adminDeleteTrialAccount)
    await row(page, `formstrial${role}`).waitFor({ state: 'detached' })
    expect([...faults, ...forgetful.faults]).toEqual([])
    await Promise.all([context.close(), forgetful.context.close()])
  },
)

/** By a code from a mail, as somebody who forgot it. */
async function resetPassword(
  page: Page,
  address: string,
  { account, password }: Person,
): Promise<void> {
  await page.goto(`${program.url}/#/login`)
  await page.getByText('用户登录', { exact: true }).click()
  await button(page, '忘记密码').click()
  const dialog = page.getByRole('dialog').last()
  await fill(dialog, { 邮箱: address, 新密码: password, 再次输入新密码: password })
  await button(dialog, '获取验证码').click()
  const secret = await openOutbox(program.dataDir)(address)
  await dialog.getByLabel('邮箱验证码').fill(secret)
  await save(page, submitReset, '重置密码')
  await signIn(page, program.url, { account, password }, '用户登录')
  await page.waitForURL(/#\/app\//)
}

test.each(ADMINISTRATORS)(
  'role %s: an institution is added, gets its limits, and its main account is locked, reset and moved',
  async (role) => {
    const { page, context, faults } = await administrator(role, '/app/organization/list')
    const [name, dialog] = [`演示表单机构${role}`, page.getByRole('dialog')]
    await button(page, '添加机构').first().click()
    await fill(dialog, {
      机构名称: name,
      机构简称: `演示表${role}`,
      联系人: '演示联系人',
      联系电话: '010-88881234',
      机构邮箱: `clinic${role}@forms.example.com`,
      详细地址: '演示路3号',
      机构简介: '演示简介',
    })
    await choose(page, '所在地区', '浙江省', '杭州市', '西湖区')
    await save(page, adminAddInstitution)
    await act(page, name, '编辑')
    await fill(dialog, { 联系人: '演示新联系人' })
    await save(page, setInstitutionInfo)
    await row(page, '演示新联系人').waitFor()
    await act(page, name, '子账号上限')
    await fill(dialog, { 子账号上限: '7' })
    await save(page, adminChangeAccountLimit)
    await act(page, name, '存储与排队上限')
    await fill(dialog, { '影像存储上限（MB）': '500', 排队分析上限: '20' })
    await save(page, adminChangeQuota)
    await act(page, name, '详情')
    await dialog.getByText('演示路3号').waitFor()
    await button(dialog, '关闭').first().click()
    await act(page, name, '存储与排队上限')
    expect(await dialog.getByLabel('排队分析上限').inputValue()).toBe('20')
    await button(dialog, '取消').click()
    await act(page, name, '账号管理')
    await page.getByText('子账号已用 0 / 7 个').first().waitFor()
    const main = async (action: string, call: Call, ok = action) => {
      await button(page, action).click()
      await taken(page, call, () => agree(page, ok))
    }
    await main('锁定', adminLockMain)
    await main('解锁', adminUnlockMain)
    await main('重置密码', adminResetAccount, '重置')
    await button(page, '更换邮箱').click()
    await fill(dialog, { 新邮箱: `moved-clinic${role}@forms.example.com` })
    await save(page, adminChangeEmail)
    await page.getByText(`moved-clinic${role}@forms.example.com`).waitFor()
    expect(faults).toEqual([])
    await context.close()
  },
)

test.each(ADMINISTRATORS)(
  'role %s: news are written, published, read by a visitor, and deleted',
  async (role) => {
    const { page, context, faults } = await administrator(role, '/app/news')
    const dialog = page.getByRole('dialog')
    await button(page, '新增新闻').first().click()
    await fill(dialog, { 日期: '20260103', 中文标题: `演示新闻${role}`, 英文标题: 'Demo news' })
    await fill(dialog, { 中文正文: '演示正文', 英文正文: 'Demo text' })
    await save(page, adminAddNews)
    await act(page, `演示新闻${role}`, '编辑')
    await dialog.getByText('已发布', { exact: true }).click()
    await save(page, adminSetNews)
    await row(page, `演示新闻${role}`).getByText('已发布').waitFor()
    const reader = await visitor(browser)
    await reader.page.goto(`${program.url}/#/main/newsCenter/newsList`)
    await reader.page.getByText(`演示新闻${role}`).first().waitFor()
    await actAndAgree(page, `演示新闻${role}`, '删除', adminDeleteNews)
    expect([...faults, ...reader.faults]).toEqual([])
    await Promise.all([context.close(), reader.context.close()])
  },
)

test.each(ADMINISTRATORS)(
  'role %s: a questionnaire is written, opened by links, closed, and its account set',
  async (role) => {
    const { page, context, faults } = await administrator(role, '/app/questionnaire')
    const dialog = page.getByRole('dialog')
    await button(page, '问卷账号').click()
    await fill(dialog, { 账号: `formsasker${role}`, 密码: 'Forms-2026' })
    await save(page, setQuestionnaireInfo)
    await page.reload()
    await button(page, '问卷账号').click()
    await dialog.getByText(`当前账号：formsasker${role}`).waitFor()
    await button(dialog, '取消').click()
    await taken(page, beginQuestionnaire, () => button(page, '新建版本').click())
    await button(page, '编辑标题和说明').click()
    await fill(dialog, { '标题（中文）': `演示问卷${role}`, '标题（英文）': 'Demo questionnaire' })
    await save(page, setQuestionnaireText)
    await page.getByText(`演示问卷${role}`).first().waitFor()
    await button(page, '添加题目').click()
    await fill(dialog, { '题目（中文）': '多余的题', '题目（英文）': 'One too many' })
    await fill(dialog, { '选项 1（中文）': '是', '选项 1（英文）': 'Yes' })
    await fill(dialog, { '选项 2（中文）': '否', '选项 2（英文）': 'No' })
    await save(page, setQuestion)
    await taken(page, orderQuestions, () => button(page, '上移“多余的题”').click())
    await button(page, '删除“多余的题”').click()
    await taken(page, deleteQuestion, () => agree(page, '删除'))
    await button(page, '仅限链接发布').click()
    await taken(page, publishQuestionnaire, () => agree(page, '发布'))
    await button(page, '单次链接').click()
    await fill(dialog, { 数量: '3' })
    await taken(page, makeQuestionnaireLinks, () => button(dialog, '生成并下载').click())
    await dialog.waitFor({ state: 'hidden' })
    await button(page, '结束问卷').click()
    await taken(page, closeQuestionnaire, () => agree(page, '结束'))
    await page.goto(`${program.url}/#/app/questionnaire`)
    await taken(page, beginQuestionnaire, () => button(page, '新建版本').click())
    await button(page, '删除草稿').click()
    await taken(page, deleteQuestionnaire, () => agree(page, '删除'))
    expect(faults).toEqual([])
    await context.close()
  },
)

test.each(ADMINISTRATORS)(
  'role %s: feedback of a visitor, with a file, is read, handled and finished',
  async (role) => {
    const sender = await visitor(browser)
    await sender.page.goto(`${program.url}/#/main/feedback`)
    await choose(sender.page, '反馈类别', '其他')
    await fill(sender.page, {
      反馈内容: `演示意见${role}`,
      联系方式: `sender${role}@forms.example.com`,
    })
    await sender.page.locator('input[type=file]').setInputFiles({
      name: '演示附件.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(
        '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
      ),
    })
    await taken(sender.page, commitFeedback, () => button(sender.page, '提交反馈').click())
    const { page, context, faults } = await administrator(role, '/app/feedback')
    await act(page, `演示意见${role}`, '详情')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`sender${role}@forms.example.com`).waitFor()
    await taken(page, handleFeedback, () => button(dialog, '标记为处理中').click())
    await button(dialog, '填写结果并完成').click()
    await fill(page, { 处理结果: '演示结果' })
    await taken(page, finishFeedback, () => button(page.getByRole('dialog').last(), '完成').click())
    await dialog.getByText('演示结果').waitFor()
    expect([...faults, ...sender.faults]).toEqual([])
    await Promise.all([context.close(), sender.context.close()])
  },
)

test.each(ADMINISTRATORS)('role %s: the log is read and exported', async (role) => {
  const { page, context, faults } = await administrator(role, '/app/audit')
  await row(page, program.account(role).account).waitFor()
  await taken(page, exportAudit, () => button(page, '导出日志').click())
  expect(faults).toEqual([])
  await context.close()
})
