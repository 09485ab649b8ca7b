import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useModality } from '../../modalities/use-modality.ts'
import { UploadDialog } from './archive-dialogs.tsx'

/** Opens the upload of one sitting for a patient. */
export function UploadButton({ pid, size }: { pid: string; size?: 'small' }) {
  const { t } = useTranslation('archives')
  const { key } = useModality()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        type="primary"
        {...(size && { size })}
        icon={<UploadOutlined />}
        onClick={() => setOpen(true)}
      >
        {t(`kinds:${key}.upload.button`)}
      </Button>
      {open && <UploadDialog pid={pid} onClose={() => setOpen(false)} />}
    </>
  )
}
