import { DownloadOutlined } from '@ant-design/icons'
import { exportTables } from '@mingmou/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../lib/calls/api.ts'
import { saveFile } from '../../lib/files/download.ts'

/** Takes patients and signed results of the institution out, as tables. */
export function TablesButton() {
  const { t } = useTranslation('patients')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const file = { type: exportTables.file ?? '', name: `${t('tables.name')}.zip` }
      await saveFile(exportTables.path, file, {})
    } catch (error) {
      showFailure(error, t('tables.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void save()}>
      {t('tables.button')}
    </Button>
  )
}
