import { PlusOutlined } from '@ant-design/icons'
import type { Patient } from '@mingmou/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { patientDetailPath } from '../../app/paths.ts'
import { say } from '../../lib/i18n.ts'
import { showSuccess } from '../../lib/notices.ts'
import { PageTable } from '../../ui/page-table.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Nothing } from '../../ui/states.tsx'
import { useDeletePatient } from './delete-patient.ts'
import { patientColumns } from './patient-columns.tsx'
import { AddPatientDialog, EditPatientDialog } from './patient-dialogs.tsx'
import { PatientSearch } from './patient-search.tsx'
import { patientQueries } from './queries.ts'
import { usePatientFilter, type Filters } from './use-filter.ts'

export function Component() {
  const { t } = useTranslation('patients')
  const navigate = useNavigate()
  const client = useQueryClient()
  const state = usePatientFilter()
  const query = useQuery(patientQueries.list(state.filter))
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Patient | null>(null)
  const remove = useDeletePatient()
  const searching = Object.keys(state.filters).length > 0
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('add.button')}
    </Button>
  )

  const search = (filters: Filters) => {
    const asked = client.query({ ...patientQueries.list(state.search(filters)), staleTime: 0 })
    // A failure is told by the list itself.
    asked.then(
      () => showSuccess(say('query_ok')),
      () => undefined,
    )
  }

  /** After the last row of a page above 1 the list goes back one page. */
  const leaveEmptyPage = () => {
    if (query.data?.rows.length === 1 && query.data.page > 1) state.goToPage(query.data.page - 1)
  }

  return (
    <>
      <PageTitle title={t('list.title')}>{add}</PageTitle>
      <PatientSearch filters={state.filters} search={search} />
      <div className="panel patient-list">
        <PageTable
          label={t('list.title')}
          query={query}
          rowKey="pid"
          columns={patientColumns(t, {
            edit: setEdited,
            remove: (patient) => remove(patient, leaveEmptyPage),
          })}
          onPage={state.goToPage}
          failed={t('list.failed')}
          empty={
            searching ? (
              <Nothing hint={t('list.noMatch')} />
            ) : (
              <Nothing hint={t('list.empty')}>{add}</Nothing>
            )
          }
        />
      </div>
      {adding && (
        <AddPatientDialog
          onClose={() => setAdding(false)}
          onAdded={(pid) => void navigate(patientDetailPath(pid))}
        />
      )}
      {edited && <EditPatientDialog patient={edited} onClose={() => setEdited(null)} />}
    </>
  )
}
