import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Component as InstitutionAccounts } from '../features/admin-accounts/institution-accounts-page.tsx'
import { Component as Reading } from '../features/readings/reading-page.tsx'
import { show } from '../testing/render.tsx'
import { startServer } from '../testing/server.ts'
import { signIn } from '../testing/session.ts'

let server: Awaited<ReturnType<typeof startServer>>
beforeEach(async () => {
  signIn({ role: '3' })
  server = await startServer(() => ({}))
})
afterEach(async () => {
  cleanup()
  await server.close()
})

test.each([
  ['a reading', Reading],
  ['the accounts of an institution', InstitutionAccounts],
])('%s that is opened without saying which asks for nothing, and leads back', async (_, Page) => {
  const page = (
    <MemoryRouter>
      <Page />
    </MemoryRouter>
  )
  await show(page, 'readings', 'admin-accounts')
  await screen.findByText('记录不存在：可能已被删除，或链接有误。')
  expect(screen.getAllByRole('link')).toHaveLength(1)
  expect(server.asked).toEqual([])
})
