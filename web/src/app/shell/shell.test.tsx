import { cleanup, render, screen } from '@testing-library/react'
import { Button } from 'antd'
import { afterEach, expect, test } from 'vitest'
import { startI18n } from '../../lib/texts/i18n.ts'
import { Shell } from './shell.tsx'

afterEach(cleanup)

const page = (busy: boolean) => (
  <Shell>
    <Button loading={busy}>签发</Button>
  </Shell>
)

test('a button has its own name again as soon as its work has ended', async () => {
  await startI18n()
  const { rerender } = render(page(false))
  rerender(page(true))
  expect(screen.getByRole('button').getAttribute('class')).toContain('loading')
  rerender(page(false))
  expect(screen.getByRole('button', { name: '签发' })).toBeTruthy()
})
