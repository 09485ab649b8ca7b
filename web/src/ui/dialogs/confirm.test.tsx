import { deletePatient } from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import chinese from '../../locales/zh-CN/confirm.json'
import english from '../../locales/en/confirm.json'
import { show } from '../../testing/render.tsx'
import { startServer, type Answer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import type { Weight } from './ask.tsx'
import { useConfirm, type Question } from './confirm.tsx'

let server: Awaited<ReturnType<typeof startServer>>
let answer: Answer
let done: number

beforeEach(async () => {
  localStorage.clear()
  signIn()
  answer = {}
  done = 0
  server = await startServer(() => answer)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

function Asking(props: { question: Question; weight: Weight; name: string }) {
  const { question, weight, name } = props
  const confirm = useConfirm()
  const ask = () => confirm(question, weight, name, deletePatient, { pid: UID }, () => (done += 1))
  return <button onClick={ask}>go</button>
}
const open = async (question: Question, weight: Weight, name: string) => {
  await show(<Asking question={question} weight={weight} name={name} />)
  await userEvent.click(screen.getByText('go'))
}

type Texts = Record<string, Record<string, Record<string, string>> | string>
test.each([chinese, english])('every question has its title, text, button and outcome', (texts) => {
  const words = Object.entries(texts as Texts).flatMap(([action, things]) =>
    typeof things === 'string'
      ? []
      : Object.entries(things).map(([thing, said]) => [`${action}.${thing}`, said] as const),
  )
  expect(words.length).toBeGreaterThan(50)
  for (const [question, said] of words) {
    // One that asks without a call has no outcome, and the words of the way back.
    const last = 'done' in said ? ['done', 'failed'] : ['cancel']
    expect(Object.keys(said), question).toEqual(['title', 'text', 'ok', ...last])
    if (question.startsWith('delete.')) expect(said['text']).toMatch(/不可撤销|cannot be undone/)
  }
})

const features = import.meta.glob<{ delete?: Record<string, string> }>('../../locales/*/*.json', {
  import: 'default',
  eager: true,
})
test('every question in the texts of a feature has its title, text, button and outcome', () => {
  const own = Object.entries(features).flatMap(([path, { delete: words }]) =>
    words?.['ok'] === undefined ? [] : [{ path, words }],
  )
  expect(own.length).toBeGreaterThanOrEqual(4)
  for (const { path, words } of own) {
    expect(Object.keys(words), path).toEqual(
      expect.arrayContaining(['title', 'text', 'ok', 'done', 'failed']),
    )
    expect(words['text'], path).toMatch(/不可撤销|cannot be undone/)
  }
})

test('a question names the thing, and nothing is sent before the answer', async () => {
  await open('delete.member', 'danger', '演示账号')
  expect(await screen.findByText(/演示账号.*不可撤销/)).toBeTruthy()
  expect(server.asked).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: /^删\s?除$/ }))
  expect(await screen.findByText('子账号已删除')).toBeTruthy()
  expect(done).toBe(1)
})

test('what the server refuses is told in its words', async () => {
  answer = { status: 202, error_code: 1002, msg: '记录不存在' }
  await open('delete.member', 'danger', '演示账号')
  await userEvent.click(await screen.findByRole('button', { name: /^删\s?除$/ }))
  expect(await screen.findByText('记录不存在')).toBeTruthy()
  expect(done).toBe(0)
})

test('an institution is deleted only after its name was typed', async () => {
  await open('delete.institution', 'by-name', '演示机构')
  const ok = () => screen.getByRole<HTMLButtonElement>('button', { name: /^删\s?除$/ })
  await waitFor(() => expect(ok().disabled).toBe(true))
  await userEvent.type(screen.getByLabelText('输入机构名称以确认'), '演示机')
  expect(ok().disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('输入机构名称以确认'), '构')
  await waitFor(() => expect(ok().disabled).toBe(false))
  await userEvent.click(ok())
  await waitFor(() => expect(done).toBe(1))
})
