import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { clearMessages, showError, showSuccess, showWarning } from './notices.ts'

afterEach(() => {
  clearMessages()
  cleanup()
})

test.each([
  ['a failure', showError],
  ['a warning', showWarning],
  ['a success', showSuccess],
])('%s that is told again stands once, and for its whole time anew', async (_, tell) => {
  await show(<main />)
  tell('请逐项选择')
  const first = await screen.findByText('请逐项选择')
  tell('请逐项选择')
  // Its time is that of the element: a message that is kept goes when the first would have gone.
  await waitFor(() => expect(first.isConnected).toBe(false))
  expect(screen.getAllByText('请逐项选择')).toHaveLength(1)
})
