import { BellOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Popover } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noticeQueries, useDriftNotices } from './queries.ts'
import { BellHead } from './bell-head.tsx'
import { BellList } from './bell-list.tsx'
import './bell.css'

/** Notices of the own account that nobody was there to see. */
export function Bell() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  useDriftNotices()
  const unread = useQuery(noticeQueries.count()).data?.unread ?? 0
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      arrow={false}
      classNames={{ root: 'bell-popup' }}
      title={<BellHead unread={unread} />}
      content={<BellList onLeave={() => setOpen(false)} />}
    >
      <Button
        type="text"
        className="bell"
        aria-label={t('bell.label', { count: unread })}
        aria-expanded={open}
        icon={
          <Badge count={unread} size="small" overflowCount={99}>
            <BellOutlined />
          </Badge>
        }
      />
    </Popover>
  )
}
