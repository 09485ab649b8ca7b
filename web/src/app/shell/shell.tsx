import { LoadingOutlined } from '@ant-design/icons'
import { px2remTransformer, StyleProvider } from '@ant-design/cssinjs'
import { MESSAGE_TOP_PX } from '@mingmou/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider, Modal } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { noticeList } from '../../lib/notices/notice-list.ts'
import { provideNotices } from '../../lib/notices/notices.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { DESIGN_ROOT_PX, themeFor, useRootFontSize } from './theme.ts'

const transformers = [px2remTransformer({ rootValue: DESIGN_ROOT_PX })]
// Two-character words stay one word. The icon of a busy button goes at once: antd's own one waits for the end of a
// transition, and where the page was too busy to begin it, it stays in the button's name.
const BUTTON = { autoInsertSpace: false, loadingIcon: <LoadingOutlined /> }
const message = { top: MESSAGE_TOP_PX }

/** Around the pages: the cache of answers, and antd with its messages, notices and dialogs. */
export function Shell({ children }: { children: React.ReactNode }) {
  const { i18n } = useTranslation()
  const rootPx = useRootFontSize()
  const theme = useMemo(() => themeFor(rootPx), [rootPx])
  const chinese = i18n.language !== 'en'
  dayjs.locale(chinese ? 'zh-cn' : 'en')
  return (
    <StyleProvider transformers={transformers}>
      <ConfigProvider locale={chinese ? zhCN : enUS} theme={theme} button={BUTTON}>
        <App message={message}>
          <Notices />
          <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        </App>
      </ConfigProvider>
    </StyleProvider>
  )
}

function Notices() {
  const app = App.useApp()
  useEffect(() => provideNotices({ ...app, destroyAll: Modal.destroyAll, list: noticeList }), [app])
  return null
}

export { Connected } from './connected.tsx'
