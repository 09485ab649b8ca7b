import type { ReadingRole, ReadingState } from '@mingmou/contract'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { readingPath } from '../../../paths.ts'

/** Which reading a report waits for, and from whom, where the institution has sittings read twice. */
export function AwaitedReading(
  props: Omit<ReadingState, 'awaits'> & { awaits: ReadingRole; of: string },
) {
  const { t } = useTranslation('analyses')
  const { awaits, mine, held_by, of } = props
  return (
    <Alert
      type="info"
      showIcon
      title={t(`readings.${awaits}`)}
      description={held_by === null ? undefined : t('readings.held', { name: held_by })}
      action={
        mine &&
        held_by === null && (
          <Button size="small" href={`#${readingPath(of, awaits)}`}>
            {t('readings.open')}
          </Button>
        )
      }
    />
  )
}
