import { openLetter, type DataOf } from '@mingmou/contract'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer, type Answer } from '../../testing/server.ts'
import { Component as LetterPage } from './letter-page.tsx'

const LETTER: DataOf<typeof openLetter> = {
  institution: '演示眼科诊所',
  state: 'signed',
  altered: false,
  letter: {
    title: '眼底检查结果告知',
    identity: [{ label: '姓名', value: '演示患者' }],
    sections: [{ title: '请您这样做', lines: ['右眼请在1个月内就诊。'] }],
  },
  call: '',
  open_until: '2026-12-31',
}

let server: Awaited<ReturnType<typeof startServer>>
let answer: Answer = { data: LETTER }
afterEach(async () => {
  cleanup()
  await server.close()
})

async function read() {
  answer = { data: LETTER }
  server = await startServer(() => answer)
  await show(
    <MemoryRouter initialEntries={['/letter?code=BCDF-GHJK-MNPQ-RSTV']}>
      <LetterPage />
    </MemoryRouter>,
    'letters',
  )
  await userEvent.type(await screen.findByLabelText('出生日期'), '19600517{Enter}')
  await userEvent.type(screen.getByLabelText(/末四位/), '1234')
  await userEvent.click(screen.getByRole('button', { name: /查\s?看/ }))
  await screen.findByText('右眼请在1个月内就诊。')
}

test.each<[string, Answer, RegExp]>([
  [
    'the report behind it was declared void',
    { data: { ...LETTER, state: 'void', letter: null } },
    /作废/,
  ],
  [
    'its code was closed',
    {
      status: 202,
      error_code: 1001,
      msg: '查看码无效或已过期，请联系医疗机构',
      data: { fields: { code: '查看码无效或已过期，请联系医疗机构' } },
    },
    /查看码无效或已过期/,
  ],
])('a letter that a patient has open is gone from the page once %s', async (_, next, says) => {
  await read()
  answer = next
  window.dispatchEvent(new Event('focus'))
  expect((await screen.findAllByText(says)).length).toBeGreaterThan(0)
  expect(screen.queryByText('右眼请在1个月内就诊。')).toBeNull()
  expect(screen.queryByText('演示患者')).toBeNull()
})
