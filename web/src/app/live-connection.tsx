import { STATUS, type EventData } from '@mingmou/contract'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { showErrorNotice } from '../lib/error-notice.tsx'
import { shellText } from '../lib/i18n.ts'
import { goTo } from '../lib/navigate.ts'
import { say } from '../lib/say.ts'
import { endedBy, endSession } from '../lib/session-end.ts'
import { useSession } from '../lib/session.ts'
import {
  connectLive,
  disconnectLive,
  onConnect,
  onEvent,
  reconnectLive,
  useIsLive,
} from '../lib/socket.ts'
import { PATHS } from './paths.ts'

/** Pages that stay without a live connection. */
const excluded = (path: string) =>
  path === PATHS.login ||
  path === PATHS.sso ||
  path === PATHS.notFound ||
  path.startsWith('/report/')

/** Keeps the live connection while somebody is logged in, and shows its events. */
export function LiveConnection() {
  const { i18n } = useTranslation()
  const { notification } = App.useApp()
  const client = useQueryClient()
  const start = useSession()?.onlineTime ?? null
  const { pathname } = useLocation()
  const wanted = start !== null && !excluded(pathname)

  useEffect(() => {
    if (!wanted) return
    void connectLive()
    return disconnectLive
    // The server uses the language in which a connection was opened.
  }, [wanted, start, i18n.language])
  const live = useIsLive()
  useEffect(() => {
    // The first try may have failed: each page tries again.
    if (wanted && !live) void connectLive()
  }, [wanted, live, pathname])

  useEffect(() => {
    const inform = ({ title, msg }: { title: string; msg: string }) =>
      notification.info({ title, description: msg })
    /** Stays until it is closed. */
    const announce = (data: EventData<'anal_ex'>) => {
      const show = data.anal_status === 1 ? notification.success : notification.error
      const open = async () => {
        const { pathOfBatch } = await import('../features/trial/queries.ts')
        const path = await pathOfBatch(data.anal_id)
        if (path !== null) goTo(path)
      }
      show({
        key: data.anal_id,
        className: 'notice-link',
        title: data.title,
        description: (
          <>
            {data.msg}{' '}
            <Button type="link" size="small">
              {shellText('notice.open')}
            </Button>
          </>
        ),
        duration: 0,
        onClick: () => void open(),
      })
      void client.invalidateQueries()
    }
    const fail = async ({ code, title, msg }: EventData<'err'>) => {
      if (code === STATUS.tokenExpired) {
        await reconnectLive().catch(() => {
          disconnectLive()
          endSession(start, endedBy(code, msg))
        })
      } else if (code === STATUS.loggedInElsewhere || code === STATUS.sessionRevoked) {
        disconnectLive()
        endSession(start, endedBy(code, msg, title))
      } else {
        showErrorNotice(`err-${code}`, title, msg)
      }
    }
    const leave = [
      onConnect((first) => {
        if (first) inform({ title: say('welcome_title'), msg: say('welcome') })
        // Anything may have changed while there was no connection.
        else void client.invalidateQueries()
      }),
      onEvent('msg', inform),
      onEvent('anal_ex', announce),
      onEvent('err', (data) => void fail(data)),
    ]
    return () => leave.forEach((stop) => stop())
  }, [client, notification, start])
  return null
}
