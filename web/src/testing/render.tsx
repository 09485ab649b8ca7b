import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { App, ConfigProvider, Modal } from 'antd'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { loadTexts, startI18n } from '../lib/texts/i18n.ts'
import { noticeList } from '../lib/notices/notice-list.ts'
import { provideNotices } from '../lib/notices/notices.ts'
import { queryClient } from '../lib/calls/query-client.ts'

function Notices({ children }: { children: React.ReactNode }) {
  provideNotices({ ...App.useApp(), destroyAll: Modal.destroyAll, list: noticeList })
  return children
}

/** Around what leads to other pages: they have no content here. */
export function OnPage({ children }: { children: React.ReactNode }) {
  const [router] = useState(() => createMemoryRouter([{ path: '*', element: children }]))
  return <RouterProvider router={router} />
}

/**
 * Shows a part of the page as a page just opened: texts, notices and an empty query cache around
 * it. Without the styles of antd: jsdom has no layout, and reading them took half of the time.
 */
export async function show(content: React.ReactNode, ...texts: string[]) {
  queryClient.clear()
  await startI18n()
  await loadTexts('confirm', 'kinds', ...texts)
  return render(
    <ConfigProvider theme={{ zeroRuntime: true, token: { motion: false } }}>
      <App>
        <QueryClientProvider client={queryClient}>
          <Notices>{content}</Notices>
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
  )
}
