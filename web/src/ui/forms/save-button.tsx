import { DownloadOutlined } from '@ant-design/icons'
import type { Call } from '@mingmou/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { showFailure } from '../../lib/calls/api.ts'
import { saveFile } from '../../lib/files/download.ts'

/** Saves the file that a call answers. `name`: with its ending. */
export function SaveButton(props: {
  label: string
  failed: string
  name: string
  call: Call
  body: object
}) {
  const { label, failed, name, call, body } = props
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await saveFile(call.path, { type: call.file ?? '', name }, body)
    } catch (error) {
      showFailure(error, failed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void save()}>
      {label}
    </Button>
  )
}
