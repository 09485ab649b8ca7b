import { Button } from 'antd'
import { shellText } from './i18n.ts'
import { withNotices } from './notices.ts'

/** An error that stays until it is confirmed; one at a time for each key. */
export function showErrorNotice(key: string, title: string, description: string): void {
  withNotices(({ notification }) =>
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
    }),
  )
}
