import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UploadDialog } from '../features/archives/archive-dialogs.tsx'
import { DiagnosisPage } from '../features/diagnosis/diagnosis-page.tsx'

/** The one place where the workspace and the upload of archives meet. */
export function Component() {
  return <DiagnosisPage upload={(pid) => <Upload key={pid} pid={pid} />} />
}

function Upload({ pid }: { pid: string }) {
  const { t } = useTranslation('archives')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('upload.title')}
      </Button>
      {open && <UploadDialog pid={pid} onClose={() => setOpen(false)} />}
    </>
  )
}
