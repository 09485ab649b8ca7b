import {
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  CameraOutlined,
  DatabaseOutlined,
  ExperimentOutlined,
  EyeOutlined,
  FileSearchOutlined,
  FormOutlined,
  InboxOutlined,
  MessageOutlined,
  ReadOutlined,
  SettingOutlined,
  TeamOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import {
  adminListReviews,
  CLINICIANS,
  listFeedback,
  type Call,
  type EventData,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Badge, Menu } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useReceivedEvents, waitingQuery } from '../../features/archives/inbox-queries.ts'
import * as hl7 from '../../features/hl7/queries.ts'
import { feedbackQueries } from '../../features/feedback/queries.ts'
import { institutionQueries } from '../../features/institutions/queries.ts'
import { changed } from '../../lib/calls/call-query.ts'
import { onEvent } from '../../lib/live/socket.ts'
import { myAccountQueries } from '../../features/my-account/queries.ts'
import { useSession } from '../../lib/session/session.ts'
import { type MenuEntry, type MenuItem, withoutRecall } from './menu.ts'
import { PATHS } from '../../paths.ts'

const ICONS: Record<string, React.ReactNode> = {
  system: <SettingOutlined />,
  organization: <BankOutlined />,
  audit: <FileSearchOutlined />,
  experience: <ExperimentOutlined />,
  experienceDiagnosis: <EyeOutlined />,
  questionnaire: <FormOutlined />,
  news: <ReadOutlined />,
  database: <DatabaseOutlined />,
  feedback: <MessageOutlined />,
  orders: <CameraOutlined />,
  worklist: <UnorderedListOutlined />,
  inbox: <InboxOutlined />,
  patients: <TeamOutlined />,
  diagnosis: <EyeOutlined />,
  accounts: <AuditOutlined />,
}

interface Props {
  entries: MenuEntry[]
  collapsed: boolean
  /** A page was chosen. */
  onChoose: () => void
}

/** Every group is open, unless only the icons are shown. */
export function SideMenu({ entries: all, collapsed, onChoose }: Props) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const hasRecall = useHasRecall()
  const entries = hasRecall ? all : withoutRecall(all)
  const groups = entries.filter((entry) => 'children' in entry).map((entry) => entry.label)
  const item = (entry: MenuItem) => ({
    key: entry.path,
    label: (
      <Link to={entry.path}>
        {t(entry.text ?? `menu.${entry.label}`)}
        {entry.path === PATHS.organizationReview && <PendingReviews />}
        {entry.path === PATHS.manageFeedback && <UnreadFeedback />}
        {entry.path === PATHS.received && <WaitingFiles />}
        {entry.path === PATHS.hl7 && <WaitingMessages />}
      </Link>
    ),
  })
  return (
    <nav aria-label={t('layout.menu')}>
      <Menu
        mode="inline"
        inlineCollapsed={collapsed}
        // The groups are open again when the menu is.
        key={String(collapsed)}
        {...(!collapsed && { defaultOpenKeys: groups })}
        onClick={onChoose}
        selectedKeys={selected(entries, pathname)}
        items={entries.map((entry) => ({
          icon: ICONS[entry.label] ?? <AppstoreOutlined />,
          ...('path' in entry
            ? item(entry)
            : {
                key: entry.label,
                label: t(`menu.${entry.label}`),
                children: entry.children.map(item),
              }),
        }))}
      />
    </nav>
  )
}

function useHasRecall(): boolean {
  const { uid = '', role } = useSession() ?? {}
  const enabled = CLINICIANS.some((one) => one === role)
  const { data } = useQuery({ ...myAccountQueries.info(uid), enabled })
  return data?.has_recall ?? false
}

/** The number of sign-ups that wait for a decision. */
function PendingReviews() {
  const { data } = useQuery(institutionQueries.pending())
  useOffice('reviews', adminListReviews)
  return <MenuCount count={data?.pending_count ?? 0} label="menu.pending" />
}

function UnreadFeedback() {
  const { data } = useQuery(feedbackQueries.unread())
  useOffice('feedback', listFeedback)
  return <MenuCount count={data?.unread_count ?? 0} label="menu.unread" />
}

/** The files of the inbox that wait for a person. */
function WaitingFiles() {
  const { data } = useQuery(waitingQuery())
  useReceivedEvents()
  return <MenuCount count={data?.waiting ?? 0} label="menu.waiting" />
}

/** The messages by HL7 that wait for a person. */
function WaitingMessages() {
  const { data } = useQuery(hl7.waitingQuery())
  hl7.useHl7Events()
  return <MenuCount count={data?.waiting ?? 0} label="menu.waitingMessages" />
}

/** Fetches a list of the administrators again when it has changed. */
function useOffice(list: EventData<'office'>['list'], call: Call) {
  useEffect(
    () =>
      onEvent('office', (of) => {
        if (of.list === list) void changed(call)
      }),
    [list, call],
  )
}

function MenuCount({ count, label }: { count: number; label: string }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return <Badge count={count} size="small" className="menu-count" title={t(label, { count })} />
}

/** The entry whose address is the longest prefix of the page's. */
function selected(entries: MenuEntry[], pathname: string): string[] {
  const paths = entries.flatMap((entry) =>
    'path' in entry ? [entry.path] : entry.children.map((child) => child.path),
  )
  const fitting = paths.filter((path) => pathname === path || pathname.startsWith(`${path}/`))
  return fitting.sort((a, b) => b.length - a.length).slice(0, 1)
}
