import { VALIDATION } from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Input, Upload } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/calls/api-error.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { studiesChanged } from './queries.ts'
import { bring } from './bring.ts'

const PHOTOGRAPHS = '.jpg,.jpeg,.png,.tif,.tiff,.bmp,.webp,.dcm'

/** Starts a study of photographs that are brought with a table of readings. */
export function BringForm() {
  const { t } = useTranslation('validations')
  const [name, setName] = useState('')
  const [photographs, setPhotographs] = useState<readonly File[]>([])
  const [table, setTable] = useState<File | null>(null)
  const [sent, setSent] = useState(0)
  const send = useMutation({
    mutationFn: (given: File) => bring(name, given, photographs, setSent),
    onSuccess: ({ unused }) => {
      setName('')
      setPhotographs([])
      setTable(null)
      if (unused > 0) showSuccess(t('bring.unused', { count: unused }))
    },
    onSettled: () => {
      setSent(0)
      return studiesChanged()
    },
  })
  const most = VALIDATION.photographs
  const isMany = photographs.length > most
  const isReady = name.trim() !== '' && photographs.length > 0 && table !== null && !isMany
  return (
    <section className="panel validation-part" aria-label={t('bring.title')}>
      <h2>{t('bring.title')}</h2>
      <p>{t('bring.what', { most })}</p>
      <p className="soft">{t('bring.table')}</p>
      <div className="validation-form">
        <label className="validation-field">
          {t('reports.name')}
          <Input value={name} maxLength={80} onChange={({ target }) => setName(target.value)} />
        </label>
        <Upload
          multiple
          accept={PHOTOGRAPHS}
          showUploadList={false}
          beforeUpload={(file, all) => {
            if (file === all[0]) setPhotographs(all)
            return false
          }}
        >
          <Button>{t('bring.choosePhotographs')}</Button>
        </Upload>
        <Upload
          accept=".csv,.xlsx,.txt,text/csv"
          showUploadList={false}
          beforeUpload={(file) => {
            setTable(file)
            return false
          }}
        >
          <Button>{t('bring.chooseTable')}</Button>
        </Upload>
        <Button
          type="primary"
          loading={send.isPending}
          disabled={!isReady}
          onClick={() => table && send.mutate(table)}
        >
          {t('reports.start')}
        </Button>
      </div>
      <p role="status" className="soft">
        {send.isPending
          ? t('bring.sent', { sent, count: photographs.length })
          : t('bring.chosen', { count: photographs.length, table: table?.name ?? '—' })}
      </p>
      {isMany && <Alert type="error" showIcon title={t('bring.many', { most })} />}
      {send.isError && (
        <Alert type="error" showIcon title={t('bring.failed')} description={reasonOf(send.error)} />
      )}
    </section>
  )
}

/** What is wrong with the table says more than that something is. */
const reasonOf = (error: Error): string =>
  (error instanceof ApiError && error.fields['table']) || error.message
