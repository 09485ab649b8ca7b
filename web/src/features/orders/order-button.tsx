import { CameraOutlined } from '@ant-design/icons'
import type { ModalityKey } from '@mingmou/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddOrderDialog } from './order-dialogs.tsx'
import './orders.css'

/** Orders photographs from the patient's page. */
export function OrderButton({ pid, modality }: { pid: string; modality: ModalityKey }) {
  const { t } = useTranslation('orders')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<CameraOutlined />} onClick={() => setOpen(true)}>
        {t('add.button')}
      </Button>
      {open && <AddOrderDialog pid={pid} modality={modality} onClose={() => setOpen(false)} />}
    </>
  )
}
