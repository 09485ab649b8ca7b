import { viewerOfPatient } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/calls/call-query.ts'

/**
 * Opens a sitting, or the newest ones of a patient, in the viewer that the institution named. Nothing where there is
 * none.
 */
export function ViewerButton(props: { pid: string; rid?: string; type?: 'text' }) {
  const { t } = useTranslation()
  const { pid, rid, type } = props
  const { data } = useQuery(callQuery(viewerOfPatient, { pid }))
  const url = rid === undefined ? data?.patient : data?.rows.find((row) => row.rid === rid)?.url
  if (!url) return null
  return (
    <Button {...(type && { type })} href={url} target="_blank" rel="noopener noreferrer">
      {t('viewer.open')}
    </Button>
  )
}
