import { takeBackReceived } from '@mingmou/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { batchChanged } from './batch/filing.ts'

/** Takes back the filing of the sitting that a file is in. */
export function TakeBackButton({ rid, name }: { rid: string; name: string }) {
  const { t } = useTranslation('batch')
  const confirm = useConfirm()
  return (
    <Button
      type="link"
      size="small"
      onClick={() =>
        confirm('takeBack.received', 'danger', name, takeBackReceived, { rid }, () =>
          batchChanged(),
        )
      }
    >
      {t('takeBack')}
    </Button>
  )
}
