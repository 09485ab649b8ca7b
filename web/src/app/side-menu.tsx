import {
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  DatabaseOutlined,
  ExperimentOutlined,
  EyeOutlined,
  FormOutlined,
  MessageOutlined,
  SettingOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import { Menu } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { isRole, useSession } from '../lib/session.ts'
import { MENUS, type MenuEntry } from './menu.ts'

const ICONS: Record<string, React.ReactNode> = {
  system: <SettingOutlined />,
  organization: <BankOutlined />,
  experience: <ExperimentOutlined />,
  experienceDiagnosis: <EyeOutlined />,
  questionnaire: <FormOutlined />,
  database: <DatabaseOutlined />,
  feedback: <MessageOutlined />,
  patients: <TeamOutlined />,
  diagnosis: <EyeOutlined />,
  accounts: <AuditOutlined />,
}

export function SideMenu({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation()
  const role = useSession()?.role ?? ''
  const { pathname } = useLocation()
  const entries = isRole(role) ? MENUS[role] : []
  const groups = entries.filter((entry) => 'children' in entry).map((entry) => entry.label)
  const item = (entry: { label: string; path: string }) => ({
    key: entry.path,
    label: <Link to={entry.path}>{t(`menu.${entry.label}`)}</Link>,
  })
  return (
    <nav aria-label={t('layout.menu')}>
      <Menu
        mode="inline"
        inlineCollapsed={collapsed}
        key={role}
        {...(!collapsed && { defaultOpenKeys: groups })}
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

/** The entry whose address is the longest beginning of the page's. */
function selected(entries: MenuEntry[], pathname: string): string[] {
  const paths = entries.flatMap((entry) =>
    'path' in entry ? [entry.path] : entry.children.map((child) => child.path),
  )
  const fitting = paths.filter((path) => pathname === path || pathname.startsWith(`${path}/`))
  return fitting.sort((a, b) => b.length - a.length).slice(0, 1)
}
