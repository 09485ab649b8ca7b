import type { StatusMap } from '@mingmou/contract'
import { Space, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { StatusTag } from '../lists/cells.tsx'

/** The standing of an account. A shut one names who shut it: one or both. */
export function AccountStatus(props: {
  account: {
    status: 1 | 2
    banned: boolean
    locked: boolean
    second_factor: boolean
    sso?: boolean
  }
  map: z.infer<typeof StatusMap> | undefined
}) {
  const { t } = useTranslation()
  const { status, banned, locked } = props.account
  return (
    <Space size="small" wrap>
      {(banned || !locked) && <StatusTag status={status} map={props.map} />}
      {locked && <Tag color="error">{t('account.locked')}</Tag>}
      {props.account.second_factor && <Tag>{t('account.second_factor')}</Tag>}
      {props.account.sso === true && <Tag>{t('account.sso')}</Tag>}
    </Space>
  )
}
