import { ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { exportTables, type Patient } from '@mingmou/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { PATHS, patientDetailPath } from '../../paths.ts'
import { useGoOn } from '../../lib/places/use-go-on.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { AddPatientDialog } from '../../ui/add-patient/dialog.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { SaveButton } from '../../ui/forms/save-button.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { DeletePatientDialog } from './delete-dialog.tsx'
import { patientColumns } from './patient-columns.tsx'
import { EditListedPatient } from './patient-dialogs.tsx'
import { patientList } from './queries.ts'
import './patients.css'

const SEARCHED = { name: 40, phone: 32, adCardNumber: 32 } as const

export function Component() {
  const { t } = useTranslation('patients')
  const navigate = useNavigate()
  const goOn = useGoOn()
  const isMain = useSession()?.role === '3'
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Patient | null>(null)
  const [removed, setRemoved] = useState<Patient | null>(null)
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('add.button')}
    </Button>
  )
  return (
    <>
      <PageTitle title={t('list.title')}>
        {isMain && (
          <SaveButton
            label={t('tables.button')}
            failed={t('tables.failed')}
            name={`${t('tables.name')}.zip`}
            call={exportTables}
            body={{}}
          />
        )}
        <Button icon={<ImportOutlined />} href={`#${PATHS.patientImports}`}>
          {t('list.import')}
        </Button>
        {add}
      </PageTitle>
      <ListPage
        label={t('list.title')}
        list={patientList}
        fields={Object.entries(SEARCHED).map(([name, max]) => ({
          name,
          label: t(name === 'name' ? 'search.name' : `field.${name}`),
          max,
        }))}
        rowKey="pid"
        columns={() => patientColumns(t, { edit: setEdited, remove: setRemoved })}
        failed={t('list.failed')}
        empty={t('list.empty')}
        add={add}
      />
      {adding && (
        <AddPatientDialog
          onClose={() => setAdding(false)}
          onAdded={(pid) => goOn(patientDetailPath(pid))}
          onOpen={(pid) => void navigate(patientDetailPath(pid))}
        />
      )}
      {removed && <DeletePatientDialog patient={removed} onClose={() => setRemoved(null)} />}
      {edited && <EditListedPatient pid={edited.pid} onClose={() => setEdited(null)} />}
    </>
  )
}
