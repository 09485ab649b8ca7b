import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FEATURES = new URL('../', import.meta.url)
const TEXTS = new URL('../../../../contract/src/wire/texts/', import.meta.url)
const LOCALES = new URL('../../../../web/src/locales/zh-CN/', import.meta.url)

const filesIn = (folder: URL, name: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => ({ path, text: readFileSync(new URL(path, folder), 'utf8') }))

test('mails, messages and pages call the account that runs an institution by one name', () => {
  const mails = filesIn(FEATURES, /mail-texts\.ts$/)
  const all = [...mails, ...filesIn(TEXTS, /\.ts$/), ...filesIn(LOCALES, /\.json$/)]
  expect(mails.some(({ text }) => text.includes('机构主账号'))).toBe(true)
  const other = /机构管理员|administrator of (your|the) institution/i
  expect(all.filter(({ text }) => other.test(text)).map(({ path }) => path)).toEqual([])
})
