import {
  accountInfo,
  institutionDetail,
  institutionInfo,
  sendInstitutionEmail,
  setInstitutionEmail,
  setInstitutionInfo,
} from '@mingmou/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { upload } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { mailApp, type MailApp } from '../../testing/mailbox.ts'
import { succeed } from '../../testing/test-app.ts'

let app: MailApp
let main: SignedIn
let member: SignedIn
let stranger: SignedIn
beforeAll(async () => {
  app = await mailApp()
  main = await makeAccount(app, { role: '3' })
  member = await makeAccount(app, { role: '4', oid: main.oid ?? '' })
  stranger = await makeAccount(app, { role: '3' })
})
afterAll(() => app.close())

const changed = (oid: string | null) => ({
  oid,
  name: '演示第2眼科医院',
  shortName: '演示二院',
  describes: '演示机构，没有真实患者',
  contact: '演示联系人乙',
  phone: '0571-88886666',
  areaId: ['330000', '330100', '330106'],
  address: '演示路2号',
})
const picture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 4, background: '#0f766e80' } })
    .png()
    .toBuffer()

describe('an institution', () => {
  test('is read by its main account and its sub-accounts, and by nobody else', async () => {
    for (const by of [main, member]) {
      const info = await succeed(app, institutionInfo, { uid: by.uid }, by)
      expect(info).toMatchObject({ oid: main.oid, status: 1, review_status: 1, logo: null })
      expect([info.id, info.shortName, info.areaId]).toEqual([
        info.oid,
        info.short_name,
        info.area_id,
      ])
      expect(await succeed(app, institutionDetail, { oid: main.oid ?? '' }, by)).toEqual(info)
    }
    expect((await app.call(institutionInfo, { uid: main.uid }, stranger)).error_code).toBe(1002)
    expect((await app.call(institutionDetail, { oid: main.oid }, stranger)).error_code).toBe(1002)
    expect((await app.call(accountInfo, { oid: main.oid }, stranger)).error_code).toBe(1002)
  })

  test('is changed by its main account and by an administrator, not by another institution', async () => {
    const admin = await makeAccount(app, { role: '2' })
    for (const by of [main, admin]) {
      await succeed(app, setInstitutionInfo, { ...changed(main.oid), oid: main.oid ?? '' }, by)
    }
    const { name, short_name, area_id } = await succeed(
      app,
      institutionInfo,
      { uid: main.uid },
      main,
    )
    expect([name, short_name, area_id[2]]).toEqual(['演示第2眼科医院', '演示二院', '330106'])
    const foreign = await app.call(setInstitutionInfo, changed(main.oid), stranger)
    expect(foreign.error_code).toBe(1002)
    const nowhere = { ...changed(main.oid), areaId: ['330000', '110100'] }
    expect(await app.call(setInstitutionInfo, nowhere, main)).toMatchObject({
      error_code: 1001,
      data: { fields: { areaId: '所在地区不存在' } },
    })
  })

  test('shows its logo, small, and keeps it when the next change brings none', async () => {
    const logo = await upload(app, main, await picture(900), 'logo.png', 'logo')
    const oid = main.oid ?? ''
    const { logo_path } = await succeed(
      app,
      setInstitutionInfo,
      { ...changed(oid), oid, logo },
      main,
    )
    const shown = await fetch(new URL(logo_path ?? '', app.url))
    const { width, format } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
    expect([width, format]).toEqual([512, 'png'])
    const kept = await succeed(app, setInstitutionInfo, { ...changed(oid), oid }, main)
    expect(kept.logo_path).not.toBeNull()
    const next = await upload(app, main, await picture(100), 'next.png', 'logo')
    await succeed(app, setInstitutionInfo, { ...changed(oid), oid, logo: next }, main)
    const keys: string[] = []
    for await (const { key } of app.context.files.list('logos/')) keys.push(key)
    expect(keys).toHaveLength(1)
  })

  test('takes no logo that is no picture, or that somebody else uploaded', async () => {
    const text = await upload(app, main, Buffer.from('<svg/>'), 'logo.svg', 'logo')
    expect(
      await app.call(setInstitutionInfo, { ...changed(main.oid), logo: text }, main),
    ).toMatchObject({ error_code: 1010, msg: '仅支持 JPEG、PNG 或 WebP 图像：logo.svg' })
    const theirs = await upload(app, stranger, await picture(10), 'logo.png', 'logo')
    const stolen = await app.call(setInstitutionInfo, { ...changed(main.oid), logo: theirs }, main)
    expect(stolen.error_code).toBe(1001)
  })

  test('moves to an address proven by a code, and its main account with it', async () => {
    const oid = main.oid ?? ''
    const email = 'institution-moved@clinic.example.com'
    await succeed(app, sendInstitutionEmail, { email, oid }, main)
    const code = await app.secretTo(email)
    expect((await app.call(setInstitutionEmail, { email, oid, code }, stranger)).error_code).toBe(
      1002,
    )
    await succeed(app, setInstitutionEmail, { email, oid, code }, main)
    await app.mailTo(main.email)
    const { main_account } = await succeed(app, accountInfo, { oid }, main)
    expect(main_account.email).toBe(email)
    expect((await succeed(app, institutionInfo, { uid: main.uid }, main)).email).toBe(email)
  })
})
