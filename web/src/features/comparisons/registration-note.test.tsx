import { ERROR } from '@mingmou/contract'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../../lib/calls/api-error.ts'
import { show } from '../../testing/render.tsx'
import { RegistrationNote } from './registration-note.tsx'

afterEach(cleanup)

test('a pair that is not taken because too many wait says so, with a way to ask again', async () => {
  const msg = '您等待配准的图像对已达上限（20对），请稍后再试；两张图像仍可并排对比'
  const error = new ApiError({ status: 202, errorCode: ERROR.limitReached, msg, shown: true })
  const refetch = () => Promise.resolve()
  const query = { isError: true, error, data: undefined, refetch } as never
  await show(<RegistrationNote possible query={query} unit={null} />, 'comparisons', 'common')
  expect(screen.getByRole('alert').textContent).toContain(msg)
  expect(screen.getByRole('button')).toBeTruthy()
})
