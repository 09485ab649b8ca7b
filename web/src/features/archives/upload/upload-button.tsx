import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { OfModality, useModality } from '../../../modalities/use-modality.ts'
import { useDialogHost } from '../../../ui/dialogs/dialog-host.tsx'
import { UploadDialog } from './upload-dialog.tsx'

/** Opens the upload of one sitting for a patient. */
export function UploadButton({ pid, size }: { pid: string; size?: 'small' }) {
  const { t } = useTranslation('archives')
  const { key } = useModality()
  const open = useDialogHost()
  return (
    <Button
      type="primary"
      {...(size && { size })}
      icon={<UploadOutlined />}
      onClick={() =>
        open((close) => (
          <OfModality value={key}>
            <UploadDialog pid={pid} onClose={close} />
          </OfModality>
        ))
      }
    >
      {t(`kinds:${key}.upload.button`)}
    </Button>
  )
}
