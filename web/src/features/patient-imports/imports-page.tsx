import { UploadOutlined } from '@ant-design/icons'
import { beginOf, patientImportTemplate, startPatientImport } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Upload } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/calls/api.ts'
import { sendFile } from '../../lib/files/send-file.ts'
import { UploadForms } from '../../lib/files/upload-forms.ts'
import { SaveButton } from '../../ui/forms/save-button.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { ImportCard } from './import-card.tsx'
import { importsChanged, importsQuery, useImportEvents } from './queries.ts'
import './patient-imports.css'

/** Patients from a table: it is looked at first, and written when a person says so. */
export function Component() {
  const { t } = useTranslation(['patient-imports', 'common'])
  const query = useQuery(importsQuery())
  const [refused, setRefused] = useState<readonly Refused[]>([])
  useImportEvents()
  if (!query.data) return query.isError ? <Failed title={t('failed')} query={query} /> : <Loading />
  const { rows } = query.data
  return (
    <>
      <PageTitle title={t('title')}>
        <SaveButton
          label={t('template.button')}
          failed={t('template.failed')}
          name={`${t('template.name')}.xlsx`}
          call={patientImportTemplate}
          body={{}}
        />
        <ChooseButton onRefused={(refusal) => setRefused((before) => [refusal, ...before])} />
      </PageTitle>
      <div className="panel import-lead">
        <p>{t('lead.what')}</p>
        <p className="soft">{t('lead.how')}</p>
      </div>
      {refused.map((refusal) => (
        <Alert
          key={refusal.at}
          type="error"
          showIcon
          className="import-refused"
          title={t('choose.refused', { name: refusal.file_name })}
          description={refusal.reason}
          closable={{
            'aria-label': t('common:action.close'),
            onClose: () => setRefused((before) => before.filter((other) => other !== refusal)),
          }}
        />
      ))}
      {rows.length === 0 ? (
        <div className="panel">
          <Nothing hint={t('none')} />
        </div>
      ) : (
        <ul className="import-list" aria-label={t('list')}>
          {rows.map((row) => (
            <ImportCard key={row.import_id} table={row} />
          ))}
        </ul>
      )}
    </>
  )
}

/** A file that was not taken. It stays named, also where others are chosen after it. */
interface Refused {
  at: number
  file_name: string
  reason: string
}

function ChooseButton({ onRefused }: { onRefused: (refused: Refused) => void }) {
  const { t } = useTranslation('patient-imports')
  const [busy, setBusy] = useState(false)
  const bring = async (file: File) => {
    setBusy(true)
    try {
      const form = await new UploadForms('patients').of(file, () => [])
      const key = await sendFile(form, file, () => undefined, new AbortController().signal)
      const body = { key, file_name: beginOf(file.name, 200) }
      await api(startPatientImport, body, { toldInPlace: true })
      await importsChanged()
    } catch (error) {
      const reason = (error instanceof Error && error.message) || t('choose.failed')
      onRefused({ at: performance.now(), file_name: file.name, reason })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Upload
      accept=".xlsx,.csv,.txt,text/csv"
      showUploadList={false}
      beforeUpload={(file) => {
        void bring(file)
        return false
      }}
    >
      <Button type="primary" icon={<UploadOutlined />} loading={busy}>
        {t('choose.button')}
      </Button>
    </Upload>
  )
}
