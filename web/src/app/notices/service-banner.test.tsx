import { listPatients } from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { api } from '../../lib/calls/api.ts'
import { show } from '../../testing/render.tsx'
import { startServer } from '../../testing/server.ts'
import { ServiceBanner } from './service-banner.tsx'

const WORDS = /服务暂时无法连接/
afterEach(cleanup)

test('a service that is gone is told, and the word goes by itself when it is back', async () => {
  const before = await startServer(() => ({}))
  await show(<ServiceBanner />)
  await before.close()
  await expect(api(listPatients, {})).rejects.toMatchObject({ status: 0 })
  expect(await screen.findByText(WORDS)).toBeTruthy()
  const after = await startServer(() => ({}), { port: before.port })
  await waitFor(() => expect(screen.queryByText(WORDS)).toBeNull(), { timeout: 10_000 })
  await after.close()
})
