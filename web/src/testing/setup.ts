import { cleanup } from '@testing-library/react'
import { afterAll, vi } from 'vitest'
import { leavePages } from './browser.ts'

// The files of a worker share antd, which takes longer to read than most tests. Each reads the
// pages anew: no session, cache or state of the service comes from another file.
afterAll(async () => {
  cleanup()
  await leavePages()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  location.hash = ''
  vi.resetModules()
})
