import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { beginOf, startPatientImport } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Upload } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { sendFile } from '../../lib/files/send-file.ts'
import { UploadForms } from '../../lib/files/upload-forms.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { ImportCard } from './import-card.tsx'
import { importsChanged, importsQuery, saveTemplate, useImportEvents } from './queries.ts'
import './patient-imports.css'

/** Patients from a table: it is looked at first, and written when a person says so. */
export function Component() {
  const { t } = useTranslation('patient-imports')
  const query = useQuery(importsQuery())
  useImportEvents()
  if (!query.data) return query.isError ? <Failed title={t('failed')} query={query} /> : <Loading />
  const { rows } = query.data
  return (
    <>
      <PageTitle title={t('title')}>
        <TemplateButton />
        <ChooseButton />
      </PageTitle>
      <div className="panel import-lead">
        <p>{t('lead.what')}</p>
        <p className="soft">{t('lead.how')}</p>
      </div>
      {rows.length === 0 ? (
        <div className="panel">
          <Nothing hint={t('none')} />
        </div>
      ) : (
        <ul className="import-list" aria-label={t('list')}>
          {rows.map((one) => (
            <ImportCard key={one.import_id} one={one} />
          ))}
        </ul>
      )}
    </>
  )
}

function TemplateButton() {
  const { t } = useTranslation('patient-imports')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await saveTemplate(t('template.name'))
    } catch (error) {
      showFailure(error, t('template.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void save()}>
      {t('template.button')}
    </Button>
  )
}

function ChooseButton() {
  const { t } = useTranslation('patient-imports')
  const [busy, setBusy] = useState(false)
  const bring = async (file: File) => {
    setBusy(true)
    try {
      const form = await new UploadForms('patients').of(file, () => [])
      const key = await sendFile(form, file, () => undefined, new AbortController().signal)
      await api(startPatientImport, { key, file_name: beginOf(file.name, 200) })
      await importsChanged()
    } catch (error) {
      showFailure(error, t('choose.failed'))
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
