import { ROLES, type Role } from '@mingmou/contract'
import { matchRoutes, type LoaderFunction } from 'react-router'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startI18n } from '../../lib/texts/i18n.ts'
import { signIn } from '../../testing/session.ts'
import { landingPath } from '../shell/menu.ts'
import { routes } from './routes.tsx'

beforeAll(startI18n)
afterEach(() => localStorage.clear())

/** The routes of the specification, and who may open them: `anybody`, or these roles. */
const TABLE: Record<string, string> = {
  '/': 'anybody',
  '/main/projectOverview': 'anybody',
  '/main/newsCenter/newsList': 'anybody',
  '/main/newsCenter/newsTabs': 'anybody',
  '/main/questionnaire': 'anybody',
  '/main/feedback': 'anybody',
  '/login': 'anybody',
  '/report/fundus': 'anybody',
  '/report/surface': 'anybody',
  '/report/octa': 'anybody',
  '/404': 'anybody',
  '/main/functionalTest': '5',
  '/report/test': '5',
  '/app/patient': '34',
  '/app/patient/detail': '34',
  '/app/patient/reportList': '34',
  '/app/organization/info': '34',
  '/app/organization/account': '3',
  '/app/organization/list': '12',
  '/app/organization/list/accountManagement?oid=1': '12',
  '/app/organization/process': '12',
  '/app/system/account': '12',
  '/app/updatePwd': '12345',
  '/app/feedback': '12',
  '/app/experience/account': '12',
  '/app/diagnosis': '34',
  '/app/diagnosis/fundus': '5',
  '/app/database/fundus': '1234',
  '/app/database/surface': '1234',
  '/app/questionnaire': '12',
  '/app/undeveloped': '12345',
}

/** Addresses that lead to another one. */
const MOVED: Record<string, (role: Role) => string> = {
  '/main/newsCenter': () => '/main/newsCenter/newsList',
  '/app/organization': (role) =>
    '12'.includes(role) ? '/app/organization/list' : '/app/organization/info',
  '/app/organization/list/accountManagement': () => '/app/organization/list',
  '/app/system': () => '/app/system/account',
  '/app/experience': () => '/app/experience/account',
  '/app/database': () => '/app/database/fundus',
  '/nowhere': () => '/404',
  '/app/nowhere/at/all': () => '/404',
}

/** Where a browser ends that opens an address, as the router's guards decide. */
async function endOf(path: string): Promise<string> {
  const loader = matchRoutes(routes, path)?.at(-1)?.route.loader as LoaderFunction | undefined
  const request = new Request(new URL(path, 'http://localhost'))
  const answered: unknown = await loader?.({
    request,
    url: new URL(request.url),
    pattern: path,
    params: {},
    context: {} as never,
  })
  const next = answered instanceof Response ? answered.headers.get('location') : null
  return next === null || next.startsWith('/login?') ? (next ?? path) : endOf(next)
}

describe.each(Object.entries(TABLE))('%s', (path, open) => {
  test.each(ROLES)(
    'opens for role %s where the table says so, and leads home where not',
    async (role) => {
      signIn({ role })
      expect(await endOf(path)).toBe(open === 'anybody' || open.includes(role) ? path : '/')
    },
  )

  test('opens for nobody logged in where it is public, and asks for the login where not', async () => {
    const login = `/login?next=${encodeURIComponent(path)}`
    expect(await endOf(path)).toBe(open === 'anybody' ? path : login)
  })
})

test.each(Object.entries(MOVED))('%s leads on', async (path, to) => {
  for (const role of ROLES) {
    signIn({ role })
    const end = to(role)
    const open = TABLE[end] ?? ''
    expect([role, await endOf(path)]).toEqual([
      role,
      open === 'anybody' || open.includes(role) ? end : '/',
    ])
  }
})

test('/app leads every role to the first link of its menu, and nobody to the login', async () => {
  for (const role of ROLES) {
    signIn({ role })
    expect(await endOf('/app')).toBe(landingPath(role))
  }
  localStorage.clear()
  expect(await endOf('/app')).toBe('/login?next=%2Fapp')
})
