import { askErasure, confirmErasure, listErasable, type ErasablePatient } from '@mingmou/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { Component as ErasurePage } from './erasure-page.tsx'

afterEach(cleanup)

const OTHER = '0190a5f0-0000-7000-8000-0000000000aa'
const AT = '2026-01-02T03:04:05Z'
const row = (name: string, by: string | null): ErasablePatient => ({
  pid: `0190a5f0-0000-7000-8000-0000000000${name.length}0`,
  name,
  ad_card_number: name,
  deleted_at: AT,
  last_day: '2009-01-02',
  sittings: 2,
  reports: 1,
  asked: by === null ? null : { uid: by, name: '演示管理员', at: AT },
})
const ROWS = [row('甲', UID), row('乙乙', OTHER), row('丙丙丙', null)]

async function open(role: '3' | '4', years: number | null) {
  const rows = years === null ? [] : ROWS
  const server = await startServer(({ path }) => ({
    data:
      path === listErasable.path
        ? { page: 1, total_count: rows.length, rows, years }
        : path === confirmErasure.path
          ? { sittings: 2, images: 2, reports: 1 }
          : {},
  }))
  signIn({ role })
  await show(<ErasurePage />, 'patients')
  return server
}

const buttonsOf = async (name: string) => {
  const line = (await screen.findAllByText(name))[0]?.closest('tr')
  if (!line) throw new Error(`no row of ${name}`)
  return within(line)
    .queryAllByRole('button')
    .map((button) => button.textContent)
}

test('who asked may take it back, somebody else may confirm, and a sub-account asks for nothing', async () => {
  const main = await open('3', 15)
  expect(await buttonsOf('甲')).toEqual(['撤回申请'])
  expect(await buttonsOf('乙乙')).toEqual(['确认销毁', '撤回申请'])
  expect(await buttonsOf('丙丙丙')).toEqual(['申请销毁'])
  await userEvent.click(screen.getByRole('button', { name: '申请销毁' }))
  await userEvent.click(await screen.findByRole('button', { name: /^申\s?请$/ }))
  const sent = () => main.asked.filter(({ path }) => path === askErasure.path)
  await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ pid: ROWS[2]?.pid }]))
  cleanup()
  await main.close()
  const member = await open('4', 15)
  expect(await buttonsOf('丙丙丙')).toEqual([])
  expect(await buttonsOf('乙乙')).toEqual(['确认销毁', '撤回申请'])
  cleanup()
  await member.close()
})

test('an institution that erases nobody is told where to turn it on', async () => {
  const server = await open('3', null)
  expect(await screen.findByText(/本机构未开启到期病历销毁.*不少于15年/)).toBeDefined()
  cleanup()
  await server.close()
})
