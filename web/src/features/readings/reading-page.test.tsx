import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer } from '../../testing/server.ts'
import { signIn } from '../../testing/session.ts'
import { Component } from './reading-page.tsx'

let server: Awaited<ReturnType<typeof startServer>>
beforeEach(async () => {
  signIn({ role: '3' })
  server = await startServer(() => ({}))
})
afterEach(async () => {
  cleanup()
  await server.close()
})

test('a reading that is opened without saying which asks for nothing, and leads back', async () => {
  const page = (
    <MemoryRouter>
      <Component />
    </MemoryRouter>
  )
  await show(page, 'readings')
  await screen.findByText('记录不存在：可能已被删除，或链接有误。')
  expect(screen.getAllByRole('link')).toHaveLength(1)
  expect(server.asked).toEqual([])
})
