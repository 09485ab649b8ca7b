import { CameraOutlined } from '@ant-design/icons'
import type { ModalityKey } from '@mingmou/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDialogHost } from '../../ui/dialogs/dialog-host.tsx'
import { AddOrderDialog } from './order-dialogs.tsx'
import './orders.css'

/** Orders photographs from the patient's page. */
export function OrderButton({ pid, modality }: { pid: string; modality: ModalityKey }) {
  const { t } = useTranslation('orders')
  const open = useDialogHost()
  return (
    <Button
      icon={<CameraOutlined />}
      onClick={() =>
        open((close) => <AddOrderDialog pid={pid} modality={modality} onClose={close} />)
      }
    >
      {t('add.button')}
    </Button>
  )
}
