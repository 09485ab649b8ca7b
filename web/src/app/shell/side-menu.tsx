import { AppstoreOutlined } from '@ant-design/icons'
import { CLINICIANS } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Menu } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { myAccountQueries } from '../../features/my-account/queries.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { type MenuEntry, type MenuItem, withoutRecall } from './menu.ts'
import { PATHS } from '../../paths.ts'
import { PendingReviews, UnreadFeedback, WaitingFiles, WaitingMessages } from './menu-counts.tsx'
import { MENU_ICONS } from './menu-icons.tsx'

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
          icon: MENU_ICONS[entry.label] ?? <AppstoreOutlined />,
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
  const enabled = CLINICIANS.some((clinician) => clinician === role)
  const { data } = useQuery({ ...myAccountQueries.info(uid), enabled })
  return data?.has_recall ?? false
}

/** The entry whose address is the longest prefix of the page's. */
function selected(entries: MenuEntry[], pathname: string): string[] {
  const paths = entries.flatMap((entry) =>
    'path' in entry ? [entry.path] : entry.children.map((child) => child.path),
  )
  const fitting = paths.filter((path) => pathname === path || pathname.startsWith(`${path}/`))
  return fitting.sort((a, b) => b.length - a.length).slice(0, 1)
}
