import { deletePatient, setMyInfo } from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Input, Radio } from 'antd'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { signIn, UID } from '../../testing/session.ts'
import { CallDialog } from './call-dialog.tsx'
import { Field } from '../forms/field.tsx'

let closed: number

beforeEach(async () => {
  localStorage.clear()
  signIn()
  closed = 0
  await show(
    <CallDialog
      title="编辑账号信息"
      call={setMyInfo}
      fixed={{ uid: UID }}
      initial={{ name: '演示医生' }}
      fallback=""
      onClose={() => (closed += 1)}
    >
      <Field name="name" label="姓名">
        <Input />
      </Field>
    </CallDialog>,
  )
})
afterEach(cleanup)

const field = () => screen.getByLabelText<HTMLInputElement>('姓名')
const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }))
const WAYS: [string, () => Promise<unknown>][] = [
  ['Esc', () => userEvent.keyboard('{Escape}')],
  ['the cross', () => press(/^关\s?闭$/)],
  ['cancel', () => press(/^取\s?消$/)],
]

const typedAndLeft = async (leave: () => Promise<unknown>) => {
  await userEvent.type(field(), '乙')
  await leave()
  expect(await screen.findByText(/“编辑账号信息”中填写的内容尚未保存/)).toBeTruthy()
  expect(closed).toBe(0)
}

test.each(WAYS)('a form in which something was typed is asked about at %s', async (_, leave) => {
  await typedAndLeft(leave)
  await press(/^放\s?弃$/)
  await waitFor(() => expect(closed).toBe(1))
})

test.each(WAYS)(
  'a form that was left by %s and is kept has all that was typed',
  async (_, leave) => {
    await typedAndLeft(leave)
    await press(/^继续填写$/)
    expect(field().value).toBe('演示医生乙')
    expect(closed).toBe(0)
  },
)

test.each(WAYS)(
  'a form with no more than one choice in it closes at once at %s',
  async (_, leave) => {
    cleanup()
    await show(
      <CallDialog
        title="删除患者"
        call={deletePatient}
        fixed={{ pid: UID }}
        fallback=""
        onClose={() => (closed += 1)}
      >
        <Field name="reason" label="原因">
          <Radio.Group options={[{ value: 'duplicate', label: '重复建档' }]} />
        </Field>
      </CallDialog>,
    )
    await userEvent.click(screen.getByLabelText('重复建档'))
    await leave()
    await waitFor(() => expect(closed).toBe(1))
    expect(screen.queryByText(/尚未保存/)).toBeNull()
  },
)

test.each(WAYS)('a form in which nothing was typed closes at once at %s', async (_, leave) => {
  await userEvent.type(field(), '乙{Backspace}')
  await leave()
  await waitFor(() => expect(closed).toBe(1))
  expect(screen.queryByText(/尚未保存/)).toBeNull()
})
