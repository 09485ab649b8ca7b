import { openQuestionnaire, orderQuestions } from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { OnPage, show } from '../../testing/render.tsx'
import { startServer } from '../../testing/server.ts'
import { VersionPage } from './version-page.tsx'

const both = (text: string) => ({ 'zh-CN': text, en: text })
const question = (question_id: number) => ({
  question_id,
  kind: 'text',
  title: both(`问题${question_id}`),
  required: false,
  show_if: null,
  max_chars: 100,
})
const draft = (revision: number, ...ids: number[]) => ({
  version: 7,
  revision,
  status: 'draft',
  title: both('问卷'),
  intro: both(''),
  links_only: false,
  links: 0,
  answered: 0,
  opened_at: null,
  closed_at: null,
  created_at: '2026-01-02T03:04:05Z',
  questions: ids.map(question),
})

test('no question is removed or moved and no version published while a move is on its way', async () => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  let stored = draft(1, 1, 2)
  const server = await startServer(async ({ path }) => {
    if (path === orderQuestions.path) {
      await arrived
      stored = draft(2, 2, 1)
      return { data: stored }
    }
    return path === openQuestionnaire.path ? { data: stored } : {}
  })
  await show(
    <OnPage>
      <VersionPage version={7} />
    </OnPage>,
    'questionnaire-admin',
  )
  const publish = await screen.findByRole<HTMLButtonElement>('button', { name: /^发\s?布$/ })
  const remove = () => screen.getByRole<HTMLButtonElement>('button', { name: '删除“问题1”' })
  const rows = () => [...document.querySelectorAll('.survey-list > li')]
  const closed = () => [
    publish.disabled,
    remove().disabled,
    ...rows().map((row) => row.getAttribute('draggable') === 'false'),
  ]
  expect(closed()).toEqual([false, false, false, false])
  await userEvent.click(await screen.findByRole('button', { name: '上移“问题2”' }))
  await waitFor(() => expect(closed()).toEqual([true, true, true, true]))
  arrive()
  await waitFor(() => expect(closed()).toEqual([false, false, false, false]))
  cleanup()
  await server.close()
})
