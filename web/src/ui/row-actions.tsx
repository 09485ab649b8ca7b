import { Button } from 'antd'

interface Action {
  label: string
  danger?: boolean
  onClick: () => void
}

/** What can be done with a row; an action that is not open to it is left out. */
export function RowActions({ actions }: { actions: (Action | false)[] }) {
  return (
    <span className="row-actions">
      {actions
        .filter((action) => action !== false)
        .map(({ label, danger = false, onClick }) => (
          <Button key={label} type="link" size="small" danger={danger} onClick={onClick}>
            {label}
          </Button>
        ))}
    </span>
  )
}
