import { dicomOfArchive } from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { saveFrom } from '../../lib/files/download.ts'

/** Saves the photographs of a sitting as DICOM files, in one ZIP. */
export function DicomButton({ rid }: { rid: string }) {
  const { t } = useTranslation('archives')
  const saving = useMutation({
    mutationFn: () => api(dicomOfArchive, { rid }),
    onSuccess: ({ url }) => saveFrom(url),
    onError: (error) => showFailure(error, t('dicomFailed')),
  })
  return (
    <Button type="text" loading={saving.isPending} onClick={() => saving.mutate()}>
      {t('dicom')}
    </Button>
  )
}
