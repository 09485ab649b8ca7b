import { px2remTransformer, StyleProvider } from '@ant-design/cssinjs'
import { MESSAGE_TOP_PX, NOTICE } from '@mingmou/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RouterProvider } from 'react-router'
import { provideNotices } from '../lib/notices.ts'
import { queryClient } from '../lib/query-client.ts'
import { startRouter } from './router.ts'
import { DESIGN_ROOT_PX, themeFor, useRootFontSize } from './theme.ts'

const transformers = [px2remTransformer({ rootValue: DESIGN_ROOT_PX })]
// Two-character words stay one word.
const BUTTON = { autoInsertSpace: false }
const message = { top: MESSAGE_TOP_PX }
const notification = {
  placement: NOTICE.placement,
  stack: { threshold: NOTICE.stackThreshold },
}

export function Providers() {
  const { i18n } = useTranslation()
  const rootPx = useRootFontSize()
  const theme = useMemo(() => themeFor(rootPx), [rootPx])
  const chinese = i18n.language !== 'en'
  useLayoutEffect(() => {
    document.documentElement.style.fontSize = `${rootPx}px`
  }, [rootPx])
  dayjs.locale(chinese ? 'zh-cn' : 'en')
  return (
    <StyleProvider transformers={transformers}>
      <ConfigProvider locale={chinese ? zhCN : enUS} theme={theme} button={BUTTON}>
        <App message={message} notification={notification}>
          <Pages />
        </App>
      </ConfigProvider>
    </StyleProvider>
  )
}

let router: ReturnType<typeof startRouter> | null = null

/**
 * The router starts loading pages when it is made, and their guard may show notices. So the holders
 * of notices come first.
 */
function Pages() {
  const notices = App.useApp()
  const [started, start] = useState(router)
  useEffect(() => {
    provideNotices(notices)
    queueMicrotask(() => start((router ??= startRouter())))
  }, [notices])
  return (
    <QueryClientProvider client={queryClient}>
      {started && <RouterProvider router={started} />}
    </QueryClientProvider>
  )
}
