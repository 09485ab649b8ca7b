import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { MissingEye } from './missing-eye.tsx'

afterEach(cleanup)

test('a left eye beside a right one is refused, and the sitting without the eye is named', async () => {
  const without = [{ side: 'before', sitting: { record_date: '2026-05-23' } }] as const
  await show(<MissingEye eye="OD" without={without} />, 'comparisons', 'findings')
  expect(screen.getByText(/^前次 2026-05-23 没有右眼 OD 的图像，左右眼不互相对比。/)).toBeTruthy()
})
