import { patientInfo, STATUS, type EventData } from '@mingmou/contract'
import { useQueryClient, type Query } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { showErrorNotice } from '../lib/notices/error-notice.ts'
import { goTo } from '../lib/places/navigate.ts'
import { noticeList } from '../lib/notices/notice-list.ts'
import { endedBy, endSession } from '../lib/session/session-end.ts'
import { useSession } from '../lib/session/use-session.ts'
import {
  connectLive,
  disconnectLive,
  onConnect,
  onEvent,
  reconnectLive,
  useIsLive,
} from '../lib/live/socket.ts'
import { PATHS } from '../paths.ts'

/** Pages that stay without a live connection. */
const excluded = (path: string) =>
  path === PATHS.login ||
  path === PATHS.sso ||
  path === PATHS.notFound ||
  path.startsWith('/report/')

/** Whether this is an answer about a patient, who may have been asked for by a record that was merged. */
function isOf({ queryKey, state }: Query, pid: string): boolean {
  const [path, body] = queryKey as readonly [string, { pid?: unknown } | undefined]
  const answer = state.data as { pid?: unknown } | undefined
  return body?.pid === pid || (path === patientInfo.path && answer?.pid === pid)
}

/** What an answer says of a sitting, where it is one. */
const saysOf = ({ state }: Query) =>
  (state.data ?? {}) as { image_id?: unknown; readings?: object | null }

/** Keeps the live connection while somebody is logged in, and shows its events. */
export function LiveConnection() {
  const { i18n } = useTranslation()
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
    const inform = (data: EventData<'msg'>) => {
      const { title, msg } = data.encoded ?? data
      noticeList.show({ key: `${title} ${msg}`, tone: 'info', title, text: msg })
    }
    const announce = (data: EventData<'anal_ex'>) => {
      const { anal_id, anal_status, created_at } = data
      const { title, msg } = data.encoded ?? data
      const open = async () => {
        const { pathOfBatch } = await import('../features/trial/queries.ts')
        const path = await pathOfBatch(anal_id)
        if (path === null) return
        noticeList.drop(anal_id)
        goTo(path)
      }
      noticeList.gather(
        { key: `batch-${anal_status}`, tone: anal_status === 1 ? 'success' : 'error', title },
        { key: anal_id, who: { instant: created_at }, text: msg, open },
      )
      void client.invalidateQueries()
    }
    const fail = async (data: EventData<'err'>) => {
      const { code } = data
      const { title, msg } = data.encoded ?? data
      if (code === STATUS.tokenExpired) {
        await reconnectLive().catch(() => {
          disconnectLive()
          endSession(start, endedBy(code, data.msg))
        })
      } else if (code === STATUS.loggedInElsewhere || code === STATUS.sessionRevoked) {
        disconnectLive()
        endSession(start, endedBy(code, data.msg, data.title))
      } else {
        showErrorNotice(`err-${code}`, title, msg)
      }
    }
    const leave = [
      onConnect((first) => {
        if (first) inform({ title: 'welcome_title', msg: 'welcome' })
        // Anything may have changed while there was no connection.
        else void client.invalidateQueries()
      }),
      // Another person, or a system of the hospital, changed the record.
      onEvent('patients', ({ patient_id }) => {
        void client.invalidateQueries({ predicate: (query) => isOf(query, patient_id) })
      }),
      // A sitting was read. Where it is read twice the page shows for whom it waits; others ask when they open it again.
      onEvent('worklist', ({ image_id }) => {
        const isOfIt = (query: Query) => saysOf(query).image_id === image_id
        void client.invalidateQueries({ predicate: isOfIt, refetchType: 'none' })
        const isReadTwice = (query: Query) => isOfIt(query) && Boolean(saysOf(query).readings)
        void client.invalidateQueries({ predicate: isReadTwice })
      }),
      onEvent('msg', inform),
      onEvent('anal_ex', announce),
      onEvent('err', (data) => void fail(data)),
    ]
    return () => leave.forEach((stop) => stop())
  }, [client, start])
  return null
}
