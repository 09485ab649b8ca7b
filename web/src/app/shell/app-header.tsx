import {
  KeyOutlined,
  LogoutOutlined,
  MessageOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { listNotices } from '@mingmou/contract'
import { Button, Dropdown, Layout } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { Bell } from '../../features/notices/bell.tsx'
import { logOut } from '../../features/sessions/log-out.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { Brand } from '../../ui/frame/brand.tsx'
import { LanguageSwitch } from '../../ui/frame/language-switch.tsx'
import { landingPath } from './menu.ts'
import { PATHS } from '../../paths.ts'

const CHOICES = {
  account: PATHS.myAccount,
  password: PATHS.updatePassword,
  feedback: PATHS.feedback,
} as const
const isChoice = (key: string): key is keyof typeof CHOICES => key in CHOICES

/** `menu` is present where the role has a menu. */
export function AppHeader({
  menu,
}: {
  menu: { collapsed: boolean; onCollapse: () => void } | null
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const session = useSession()
  const items = [
    { key: 'account', icon: <UserOutlined />, label: t('title.myAccount') },
    { key: 'password', icon: <KeyOutlined />, label: t('title.updatePassword') },
    { key: 'feedback', icon: <MessageOutlined />, label: t('title.feedback') },
    { key: 'logOut', icon: <LogoutOutlined />, label: t('action.logOut') },
  ]
  const act = ({ key }: { key: string }) => {
    if (key === 'logOut') void logOut()
    else if (isChoice(key)) void navigate(CHOICES[key])
  }
  return (
    <Layout.Header className="app-header">
      {menu && (
        <Button
          type="text"
          icon={menu.collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
          aria-label={t(menu.collapsed ? 'layout.expand' : 'layout.collapse')}
          aria-expanded={!menu.collapsed}
          onClick={menu.onCollapse}
        />
      )}
      <Link to={landingPath(session?.role ?? '')} className="app-brand">
        <Brand />
      </Link>
      <span className="app-header-space" />
      {listNotices.access.some((role) => role === session?.role) && <Bell />}
      <LanguageSwitch />
      {session && (
        <Dropdown menu={{ items, onClick: act }} trigger={['click']} placement="bottomRight">
          <Button type="text" icon={<UserOutlined />} className="app-user">
            <span className="ellipsis">{session.userName}</span>
          </Button>
        </Dropdown>
      )}
    </Layout.Header>
  )
}
