import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'

interface Action {
  label: string
  danger?: boolean
  onClick: () => void
}

/** So many actions of a row stand beside each other; the rest is under one more. */
const SHOWN = 3

/** What can be done with a row; an action that is not open to it is left out. */
export function RowActions({ actions }: { actions: (Action | false)[] }) {
  const { t } = useTranslation()
  const open = actions.filter((action) => action !== false)
  const shown = open.length > SHOWN + 1 ? open.slice(0, SHOWN) : open
  const more = open.slice(shown.length)
  return (
    <span className="row-actions">
      {shown.map(({ label, danger = false, onClick }) => (
        <Button key={label} type="link" size="small" danger={danger} onClick={onClick}>
          {label}
        </Button>
      ))}
      {more.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: more.map(({ label, danger = false }) => ({ key: label, label, danger })),
            onClick: ({ key }) => more.find(({ label }) => label === key)?.onClick(),
          }}
        >
          <Button type="link" size="small">
            {t('action.more')}
          </Button>
        </Dropdown>
      )}
    </span>
  )
}
