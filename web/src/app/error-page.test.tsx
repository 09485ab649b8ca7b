import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { startI18n } from '../lib/texts/i18n.ts'
import { PATHS } from '../paths.ts'
import { routes } from './routes/routes.tsx'

// As on a line that drops: the page itself arrives, the file of its texts does not.
vi.mock('../locales/zh-CN/institutions.json', () => {
  throw new Error('the file does not arrive')
})

afterEach(cleanup)

test('a page whose texts fail to load says so, and shows no name of a text', async () => {
  await startI18n()
  const router = createMemoryRouter(routes, { initialEntries: [PATHS.admission] })
  render(<RouterProvider router={router} />)
  const alert = await screen.findByRole('alert', {}, { timeout: 10_000 })
  expect(alert.textContent).toContain('页面出错')
  expect(document.body.textContent).not.toMatch(/admission|title/)
})
