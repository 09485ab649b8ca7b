import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { RowActions } from './row-actions.tsx'

const width = window.innerWidth
afterEach(() => {
  cleanup()
  window.innerWidth = width
})

let done: string[]
const open = () => {
  done = []
  const act = (label: string) => ({ label, onClick: () => void done.push(label) })
  return show(
    <RowActions
      actions={[
        { label: '诊断', href: '#/there' },
        act('编辑'),
        false,
        act('锁定'),
        act('删除'),
        act('重置'),
      ]}
    />,
  )
}
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

test('the first actions of a row stand beside each other, the rest is under one more', async () => {
  await open()
  expect(screen.getByRole('link', { name: /^诊\s?断$/ }).getAttribute('href')).toBe('#/there')
  expect(buttons().map((text) => text.replace(' ', ''))).toEqual(['编辑', '锁定', '更多'])
  await userEvent.click(screen.getByRole('button', { name: '更多' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '删除' }))
  expect(done).toEqual(['删除'])
})

test('on a phone every action is under one button, and a link is still one', async () => {
  window.innerWidth = 390
  await open()
  expect(buttons()).toEqual([''])
  await userEvent.click(screen.getByRole('button', { name: '更多' }))
  expect((await screen.findByRole('link', { name: '诊断' })).getAttribute('href')).toBe('#/there')
  await userEvent.click(screen.getByRole('menuitem', { name: '编辑' }))
  expect(done).toEqual(['编辑'])
})
