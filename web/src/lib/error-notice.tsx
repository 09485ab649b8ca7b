import { Button } from 'antd'
import { shellText } from './i18n.ts'
import { notices } from './notices.ts'

/** An error that stays until it is confirmed; one at a time for each key. */
export function showErrorNotice(key: string, title: string, description: string): void {
  const { notification } = notices()
  notification.error({
    key,
    title,
    description,
    duration: 0,
    actions: (
      <Button size="small" type="primary" onClick={() => notification.destroy(key)}>
        {shellText('action.confirm')}
      </Button>
    ),
  })
}
