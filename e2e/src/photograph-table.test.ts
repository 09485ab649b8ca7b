import { addPatient, CLINICIANS, readPhotographTable } from '@mingmou/contract'
import { expect, test } from 'vitest'
import { callAs, sessionOf } from './call.ts'
import { button, taken } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { drawnPhotograph } from './photographs.ts'
import { signIn } from './steps.ts'
import { keepPicture, visitor } from './visitor.ts'

journey()

test.each(CLINICIANS)(
  'role %s: photographs come with a table, which says whose they are and what stands alone',
  async (role) => {
    const name = `演示表格${role === '3' ? '甲' : '乙'}`
    const { token } = await sessionOf(role)
    const born = { gender: 2, birthday: '1961-05-04' } as const
    await callAs(token, addPatient, {
      name: name,
      ad_card_number: `TABLE-${role}`,
      ...born,
    })
    const { context, page, faults } = await visitor(browser)
    await signIn(page, program.url, program.account(role))
    await page.waitForURL(/#\/app\//)
    await page.goto(`${program.url}/#/app/received`)
    const csv = [
      '文件名,就诊卡号,眼别,拍摄日期',
      `IMG_7701.png,TABLE-${role},右眼,2024-03-01`,
      `没有.png,TABLE-${role},左,2024-03-01`,
      `IMG_7702.png,TABLE-${role},中间,2024-03-01`,
    ].join('\n')
    const named = async (name: string, seed: number) => ({
      ...(await drawnPhotograph('OD', seed)),
      name,
    })
    const files = [
      await named('IMG_7701.png', 7701),
      await named('IMG_7702.png', 7702),
      await named('IMG_7703.png', 7703),
      { name: '对照表.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) },
    ]
    await taken(page, readPhotographTable, () =>
      page.locator('input[type=file]:not([webkitdirectory])').last().setInputFiles(files),
    )
    const said = page.getByRole('region', { name: '照片对照表' })
    await said.getByText('3行，其中2行有对应的照片').waitFor()
    await said.getByText('第3行 没有.png').waitFor()
    await said.getByRole('listitem').filter({ hasText: 'IMG_7703.png' }).waitFor()
    await said.getByText('无法识别眼别“中间”').waitFor()
    const row = page.getByRole('listitem', { name: 'IMG_7701.png' })
    await row.getByText(name).first().waitFor()
    await row.getByText('据对照表').first().waitFor()
    await page.getByText('1 张可归档，共 3 张待归档').waitFor()
    await page.setViewportSize({ width: 1366, height: 768 })
    await keepPicture(page, 'table')
    await page.setViewportSize({ width: 390, height: 844 })
    await keepPicture(page, 'table-phone')
    await page.setViewportSize({ width: 1366, height: 768 })
    // What was read stays in sight in another language.
    await button(page, 'English').click()
    const inEnglish = page.getByRole('region', { name: 'Tables of photographs' })
    await inEnglish.getByText('没有.png').waitFor()
    await button(page, '中文').click()
    await said.getByText('第3行 没有.png').waitFor()
    await button(page, '收起对照表').click()
    await said.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await context.close()
  },
)
