import { CloseCircleFilled } from '@ant-design/icons'
import type { EventData } from '@mingmou/contract'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { say } from '../lib/i18n.ts'
import { goTo } from '../lib/navigate.ts'
import { clearSession, hasStoredSession, useSession } from '../lib/session.ts'
import { connectLive, disconnectLive, onConnect, onEvent, reconnectLive } from '../lib/socket.ts'
import { PATHS } from './paths.ts'

/** Pages that stay without a live connection. */
const excluded = (path: string) =>
  path === PATHS.login || path === PATHS.notFound || path.startsWith('/report/')

/** Keeps the live connection while somebody is signed in, and shows what it brings. */
export function LiveConnection() {
  const { t, i18n } = useTranslation()
  const { notification, modal } = App.useApp()
  const client = useQueryClient()
  const uid = useSession()?.uid
  const { pathname } = useLocation()
  const wanted = uid !== undefined && !excluded(pathname)

  useEffect(() => {
    if (!wanted) return
    void connectLive()
    return disconnectLive
    // The server speaks to a connection in the language it was opened with.
  }, [wanted, uid, i18n.language])

  useEffect(() => {
    const inform = ({ title, msg }: { title: string; msg: string }) =>
      notification.info({ title, description: msg })
    /** Stays until it is closed. */
    const announce = (data: EventData<'anal_ex'>) => {
      const show = data.anal_status === 1 ? notification.success : notification.error
      show({ title: data.title, description: data.msg, duration: 0 })
      void client.invalidateQueries()
    }
    const confirmEnd = ({ title, msg }: EventData<'err'>) => {
      const leave = () => {
        if (hasStoredSession()) window.location.reload()
        else goTo(PATHS.login)
      }
      modal.confirm({
        icon: <CloseCircleFilled className="error-icon" />,
        title,
        content: msg,
        okText: t('action.confirm'),
        cancelText: t('action.cancel'),
        onOk: leave,
        onCancel: leave,
      })
    }
    const fail = async (data: EventData<'err'>) => {
      if (data.code === 402) {
        await reconnectLive().catch(() => {
          disconnectLive()
          clearSession()
        })
      } else if (data.code === 405) {
        disconnectLive()
        clearSession()
        confirmEnd(data)
      } else {
        const key = `err-${data.code}`
        const close = () => notification.destroy(key)
        notification.error({
          key,
          title: data.title,
          description: data.msg,
          duration: 0,
          actions: (
            <Button size="small" type="primary" onClick={close}>
              {t('action.confirm')}
            </Button>
          ),
        })
      }
    }
    const leave = [
      onConnect((first) => {
        if (first) inform({ title: say('welcome_title'), msg: say('welcome') })
        // While there was no connection, anything may have changed.
        else void client.invalidateQueries()
      }),
      onEvent('msg', inform),
      onEvent('anal_ex', announce),
      onEvent('err', (data) => void fail(data)),
    ]
    return () => leave.forEach((stop) => stop())
  }, [client, modal, notification, t])
  return null
}
