import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AUDIT_ACTIONS, auditActionMap } from './calls/accounts/audit-texts.ts'
import { kindTexts } from './modalities/names.ts'
import * as constants from './wire/constants.ts'
import { MESSAGE_KEYS, text } from './wire/messages.ts'

const ROOT = resolve(import.meta.dirname, '../..')

interface Source {
  path: string
  code: string
}
const sourcesOf = (folder: string, ending: RegExp): Source[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, code: readFileSync(join(ROOT, folder, path), 'utf8') }))

const CODE = ['contract/src', 'server/src', 'web/src'].flatMap((folder) =>
  sourcesOf(folder, /\.tsx?$/),
)

describe('the words of the specification', () => {
  const said = [
    ...sourcesOf('web/src/locales/zh-CN', /\.json$/).map(({ code }) => code),
    JSON.stringify(kindTexts('zh-CN')),
    ...MESSAGE_KEYS.map((key) => text('zh-CN', `${key}|N`)),
  ].join('\n')

  test.each([
    '邮箱格式不正确',
    '请输入合法的移动电话或固定电话号码',
    '支持大小写字母和数字。不超过32个字符',
    '不超过N个字符',
    '8-16位，至少包含大写字母、小写字母、数字及特殊字符中的两种',
    '体验用户注册失败！',
    '机构用户注册失败！',
    '验证码发送失败！',
    '登陆失败！',
    '密码重置失败',
    '反馈失败',
    '上传octa图像报错',
    '查询成功',
  ])('%s is said word for word', (words) => {
    expect(said).toContain(words)
  })

  test.each([/"删除[^"]+失败"/g, /"获取[^"]+失败"/g])(
    '%s names every action that failed',
    (pattern) => {
      expect(said.match(pattern)?.length ?? 0).toBeGreaterThan(5)
    },
  )
})

describe('a constant of the specification', () => {
  const VALUES = {
    PRODUCT_VERSION: '2.2.0',
    REQUEST_TIMEOUT_MS: 10_000,
    CHUNK_LOAD_TIMEOUT_MS: 120_000,
    SESSION_LIMIT_MS: 28_800_000,
    REMEMBERED_LOGIN_SECONDS: 86_400,
    PAGE_SIZE: 10,
    FEEDBACK_PAGE_SIZE: 3,
    EXAM_PAGE_SIZE: 3,
    EXPERIENCE_REQUEST_SIZE: 4,
    EXPERIENCE_PAGE_SIZE: 5,
    THUMBNAIL_SIZE: 200,
    DEFAULT_ORDER: '1',
    LOGIN_TYPE: { user: 1, organization: 2 },
    ACCOUNT_STATUS: { active: 1, banned: 2 },
    GENDER: { male: 1, female: 2 },
    DEFAULT_ADMIN_ROLE: '2',
    SOCKET_RECONNECT_MS: 500,
    NOTICE: { placement: 'bottomRight', stackThreshold: 3 },
    MESSAGE_TOP_PX: 40,
  } as const

  test.each(Object.entries(VALUES))(
    '%s has its value, and is used where it belongs',
    (name, value) => {
      expect(Reflect.get(constants, name)).toEqual(value)
      const used = CODE.filter(
        ({ path, code }) => path !== 'constants.ts' && new RegExp(`\\b${name}\\b`).test(code),
      )
      expect(used.map(({ path }) => path)).not.toEqual([])
    },
  )

  test('of occupations has thirteen values', () => {
    expect(constants.PROFESSIONS).toHaveLength(13)
  })

  test.each([
    [390, 87],
    [1366, 87],
    [1440, 90],
    [1600, 100],
    [1920, 120],
  ])('gives a window of %d px a root of %d px', (width, root) => {
    expect(constants.rootFontSize(width)).toBe(root)
  })
})

test('an action of the audit log has its words from one place', () => {
  const all = CODE.map(({ code }) => code).join('\n')
  const twice = AUDIT_ACTIONS.filter((action) => all.split(`'${action}': [`).length > 2)
  expect(AUDIT_ACTIONS.length).toBeGreaterThan(200)
  expect(twice).toEqual([])
})

describe('the languages', () => {
  /** What clinicians, engineers and files write in Latin letters in Chinese messages too. */
  const LATIN =
    /\b(?:AI|JPEG|PNG|TIFF|WebP|BMP|RAW|RGB|DICOM|HEIC|PDF|JSON|MB|MiB|mm|mmol|mmHg|HbA1c|CF|HM|LP|NLP|OCTA|octa|OD|OS|YYYY|MM|DD|HH|CSV|ZIP|XLSX|Excel|UTF-8|L|http|https|PKCE|AE|IP|TLS|DICOMweb|FHIR|HL7|PEM|EC|Ed25519|RSA|ASCII|Idempotency-Key)\b/g

  test('do not mix in the messages of server and page', () => {
    const mixed = MESSAGE_KEYS.filter(
      (key) =>
        /[A-Za-z]{2,}/.test(text('zh-CN', key).replace(LATIN, '')) ||
        /\p{Script=Han}/u.test(text('en', key)),
    )
    expect(mixed).toEqual([])
  })

  test('do not mix in the words of the audit log', () => {
    const chinese = Object.values(auditActionMap('zh-CN')).join('\n')
    const english = Object.values(auditActionMap('en')).join('\n')
    expect(chinese.replace(LATIN, '')).not.toMatch(/[A-Za-z]{2,}/)
    expect(english).not.toMatch(/\p{Script=Han}/u)
  })

  test('stand in the locale files: the code of the pages holds no Chinese', () => {
    const chinese = sourcesOf('web/src', /\.tsx?$/)
      .filter(({ path }) => !path.startsWith('testing'))
      .filter(({ code }) => /\p{Script=Han}/u.test(code.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, '')))
      .map(({ path }) => path)
    expect(chinese).toEqual([])
  })
})
