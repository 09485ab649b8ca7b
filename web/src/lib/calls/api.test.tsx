import { addPatient, getStatistics, listPatients, logout, refreshLogin } from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer, type Answer } from '../../testing/server.ts'
import { granted, signIn, UID } from '../../testing/session.ts'
import { ApiError } from './api-error.ts'
import { api, showFailure } from './api.ts'
import { clearMessages } from '../notices/notices.ts'
import { hasStoredSession, readSession } from '../session/session.ts'

const EMPTY_PAGE = { page: 1, total_count: 0, rows: [] }
let server: Awaited<ReturnType<typeof startServer>>
let answer: Answer = {}

beforeEach(async () => {
  localStorage.clear()
  window.location.hash = '#/app/patient'
  server = await startServer(({ path }) => (path === '/healthz' ? {} : answer))
  await show(<main />)
})
afterEach(async () => {
  clearMessages()
  cleanup()
  await server.close()
})

/** What the pages asked, besides whether the service of an earlier test is back. */
const calls = () => server.asked.filter(({ path }) => path !== '/healthz')

async function ask(given: Answer): Promise<unknown> {
  answer = given
  return api(listPatients, {}).then(
    () => null,
    (error: unknown) => error,
  )
}

describe('an answer', () => {
  test('of success is the data', async () => {
    answer = { data: EMPTY_PAGE }
    expect(await api(listPatients, {})).toEqual(EMPTY_PAGE)
  })

  test('of another shape than agreed is a failure', async () => {
    expect(await ask({ data: { page: 'one' }, ofAnother: true })).toBeInstanceOf(ApiError)
  })

  const rows: { status: number; msg: string; said: string; hash: string; kept: boolean }[] = [
    {
      status: 202,
      msg: '该就诊卡号已存在',
      said: '该就诊卡号已存在',
      hash: '#/app/patient',
      kept: true,
    },
    { status: 203, msg: '', said: '状态码错误', hash: '#/app/patient', kept: true },
    { status: 400, msg: '别的话', said: '服务器异常', hash: '#/app/patient', kept: true },
    { status: 401, msg: '别的话', said: '授权失败', hash: '#/app/patient', kept: true },
    { status: 402, msg: '登录已过期', said: '登录已过期', hash: '#/login', kept: false },
    { status: 403, msg: '账号已被禁用', said: '账号已被禁用', hash: '#/login', kept: false },
    { status: 404, msg: '别的话', said: '资源不存在', hash: '#/', kept: true },
    {
      status: 406,
      msg: '首次登录请先修改密码',
      said: '首次登录请先修改密码',
      hash: '#/app/updatePwd',
      kept: true,
    },
    {
      status: 413,
      msg: '提交的内容过大',
      said: '提交的内容过大',
      hash: '#/app/patient',
      kept: true,
    },
    { status: 429, msg: '请求过于频繁', said: '请求过于频繁', hash: '#/app/patient', kept: true },
    {
      status: 500,
      msg: '请求服务器错误（编号 7）',
      said: '请求服务器错误（编号 7）',
      hash: '#/app/patient',
      kept: true,
    },
    { status: 600, msg: '别的话', said: '当前角色不支持此功能', hash: '#/', kept: true },
  ]
  test.each(rows)('with status $status says "$said" and leads to $hash', async (row) => {
    signIn()
    const error = await ask({ status: row.status, msg: row.msg, error_code: row.status })
    expect(error).toMatchObject({ status: row.status, shown: true })
    expect(await screen.findByText(row.said)).toBeTruthy()
    expect(window.location.hash).toBe(row.hash)
    expect(readSession() !== null).toBe(row.kept)
  })

  test.each(['重新登录', '关闭'])(
    'with status 405 ends the session and asks; %s leads to the login',
    async (button) => {
      signIn()
      await ask({ status: 405 })
      expect(readSession()).toBeNull()
      expect(window.location.hash).toBe('#/app/patient')
      expect(await screen.findAllByText('您的账号已在别处登录，请重新登录')).not.toEqual([])
      await userEvent.click(screen.getByRole('button', { name: spaced(button) }))
      expect(window.location.hash).toBe('#/login')
    },
  )

  test('is told once, however many calls bring it', async () => {
    await Promise.all([ask({ status: 401 }), ask({ status: 401 }), ask({ status: 401 })])
    await screen.findByText('授权失败')
    expect(screen.getAllByText('授权失败')).toHaveLength(1)
  })
})

describe('the common handler of forms', () => {
  test('keeps quiet where the server was heard, and says the fallback where no answer came', async () => {
    showFailure(await ask({ status: 202, msg: '记录已存在', error_code: 1003 }), '添加患者失败')
    await screen.findByText('记录已存在')
    expect(screen.queryByText('添加患者失败')).toBeNull()
    await server.close()
    showFailure(await ask({}), '获取患者列表失败')
    expect(await screen.findByText('获取患者列表失败')).toBeTruthy()
  })
})

describe('the token', () => {
  test('is refreshed once before calls that come together, and they carry the new one', async () => {
    signIn({}, 11)
    await server.close()
    server = await startServer(({ path }) =>
      path === refreshLogin.path
        ? { data: { ...granted({ token: 'token-2', refresh_token: 'refresh-2' }) } }
        : { data: EMPTY_PAGE },
    )
    await Promise.all([api(listPatients, {}), api(listPatients, {}), api(listPatients, {})])
    const paths = calls().map(({ path }) => path)
    expect(paths.filter((path) => path === refreshLogin.path)).toHaveLength(1)
    const carried = calls()
      .slice(1)
      .map(({ headers }) => headers.authorization)
    expect(carried).toEqual(['Bearer token-2', 'Bearer token-2', 'Bearer token-2'])
    expect(readSession()).toMatchObject({ token: 'token-2', refreshToken: 'refresh-2' })
  })

  test('is left alone before the statistics, and while it is young', async () => {
    answer = { data: { imageNumber: { all: 3 }, contact: null, ...EMPTY_PAGE } }
    signIn({}, 11)
    await api(getStatistics, {})
    signIn({}, 9)
    await api(listPatients, {})
    expect(calls().map(({ path }) => path)).toEqual([getStatistics.path, listPatients.path])
  })

  test('that may not be refreshed ends the session, in the words of the server', async () => {
    signIn({}, 11)
    await ask({ status: 202, error_code: 1002, msg: '会话已失效，请重新登录' })
    expect(await screen.findByText('会话已失效，请重新登录')).toBeTruthy()
    expect(readSession()).toBeNull()
    expect(window.location.hash).toBe('#/login')
    expect(calls()).toHaveLength(1)
  })

  test('stays when the refresh gets no answer', async () => {
    signIn({}, 11)
    await server.close()
    expect(await ask({})).toMatchObject({ status: 0 })
    expect(readSession()?.token).toBe('token-1')
  })

  test('is dropped after eight hours, and that is said instead of asking with it', async () => {
    signIn({}, 8 * 60 + 1)
    expect(readSession()).toBeNull()
    const asked = api(logout, { uid: UID, token: 'token-1' })
    await expect(asked).rejects.toMatchObject({ status: 402, shown: true })
    expect(await screen.findByText('您已长时间未使用，请重新登录')).toBeTruthy()
    expect(hasStoredSession()).toBe(false)
    expect(window.location.hash).toBe('#/login')
    expect(calls()).toEqual([])
  })
})

test('a call says the language and sends its body', async () => {
  signIn()
  answer = { data: { pid: UID } }
  const body = {
    ad_card_number: 'A-1',
    name: '演示患者',
    gender: 1,
    profession: '90',
    birthday: '1960-02-03',
    phone: '13800000000',
    area_id: ['330000'],
    address: '演示路1号',
  } as const
  await api(addPatient, { ...body, area_id: [...body.area_id] })
  await waitFor(() => expect(calls()[0]).toMatchObject({ method: 'POST', body }))
  expect(calls()[0]?.headers['accept-language']).toBe('zh-CN')
})

/** antd sets a space between the two characters of a short Chinese button. */
function spaced(name: string): RegExp {
  return new RegExp(name.length === 2 ? name.split('').join('\\s?') : name)
}
