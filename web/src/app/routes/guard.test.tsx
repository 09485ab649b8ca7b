import { CLINICIANS } from '@mingmou/contract'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearMessages } from '../../lib/notices/notices.ts'
import { hasStoredSession } from '../../lib/session/session.ts'
import { show } from '../../testing/render.tsx'
import { signIn } from '../../testing/session.ts'
import { guardPage } from './guard-page.ts'
import type { PageAccess } from './guard.ts'
import { PATHS } from '../../paths.ts'

beforeEach(async () => {
  localStorage.clear()
  await show(<main />)
})
afterEach(() => {
  clearMessages()
  cleanup()
})

const leadsTo = (path: string, access: PageAccess) =>
  guardPage(path, access)?.headers.get('location') ?? null

test('a visitor is asked to log in, on a diagnosis link too', async () => {
  expect(leadsTo(PATHS.diagnosis, CLINICIANS)).toBe('/login?next=%2Fapp%2Fdiagnosis')
  expect(await screen.findByText('请先登录')).toBeTruthy()
})

test('a visitor opens public pages', () => {
  expect(leadsTo(PATHS.home, 'public')).toBeNull()
  expect(leadsTo(PATHS.reportFundus, 'public')).toBeNull()
})

test('a role that is not on the list is sent home and keeps its session', async () => {
  signIn({ role: '1' })
  expect(leadsTo(PATHS.patients, CLINICIANS)).toBe('/')
  expect(await screen.findByText('该页面暂未开放，请使用有权限的账号登录')).toBeTruthy()
  expect(hasStoredSession()).toBe(true)
})

test('a first login may change the password and nothing else', async () => {
  signIn({ first_login: 'is_first_login' })
  expect(leadsTo(PATHS.updatePassword, ['3'])).toBeNull()
  expect(hasStoredSession()).toBe(true)
  expect(leadsTo(PATHS.patients, CLINICIANS)).toBe('/')
  expect(await screen.findByText('首次登录未修改密码，请重新登录')).toBeTruthy()
  expect(hasStoredSession()).toBe(false)
})

test.each([btoa('something'), 'not_first_login', null])(
  'a first-login flag of %s ends the session as illegal',
  async (flag) => {
    signIn()
    if (flag === null) localStorage.removeItem('first_login')
    else localStorage.setItem('first_login', flag)
    expect(leadsTo(PATHS.patients, CLINICIANS)).toBe('/')
    expect(await screen.findByText('非法操作，请重新登录')).toBeTruthy()
    expect(hasStoredSession()).toBe(false)
  },
)

test('a session of more than eight hours counts as none and is dropped', () => {
  signIn({}, 8 * 60 + 1)
  expect(leadsTo(PATHS.patients, CLINICIANS)).toBe('/login?next=%2Fapp%2Fpatient')
  expect(hasStoredSession()).toBe(false)
})

test('a clinician opens the patients', () => {
  signIn({ role: '4' })
  expect(leadsTo(PATHS.patients, CLINICIANS)).toBeNull()
})
