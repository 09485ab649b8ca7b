import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, Grid } from 'antd'
import { useTranslation } from 'react-i18next'
import './list.css'

type Action = {
  label: string
  danger?: boolean
  loading?: boolean
} & ({ onClick: () => void } | { href: string; target?: '_blank' })

/** This many actions of a row stand beside each other. The others are in a menu. */
const SHOWN = 3

/**
 * The actions of a row. An action that is not open to it is left out. On a phone all are under one
 * button.
 */
export function RowActions({ actions }: { actions: (Action | false)[] }) {
  const { t } = useTranslation()
  const { md = true } = Grid.useBreakpoint()
  const open = actions.filter((action) => action !== false)
  const room = md ? SHOWN : 0
  const shown = open.length > room + 1 ? open.slice(0, room) : open
  const more = open.slice(shown.length)
  return (
    <span className="row-actions">
      {shown.map(({ label, ...action }) => (
        <Button key={label} type="link" size="small" {...action}>
          {label}
        </Button>
      ))}
      {more.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: more.map((action) => ({
              key: action.label,
              label:
                'href' in action ? (
                  <a href={action.href} target={action.target} rel="noopener">
                    {action.label}
                  </a>
                ) : (
                  action.label
                ),
              danger: action.danger ?? false,
              disabled: action.loading ?? false,
            })),
            onClick: ({ key }) => {
              const action = more.find(({ label }) => label === key)
              if (action && 'onClick' in action) action.onClick()
            },
          }}
        >
          <Button type="link" size="small" aria-label={t('action.more')}>
            {md ? t('action.more') : <MoreOutlined />}
          </Button>
        </Dropdown>
      )}
    </span>
  )
}
