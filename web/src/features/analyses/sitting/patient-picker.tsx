import { patientInfo, today } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PATHS } from '../../../paths.ts'
import { callQuery } from '../../../lib/calls/call-query.ts'
import { Failed, Loading, Nothing } from '../../../ui/states/states.tsx'
import { patientsQuery } from '../queries.ts'
import type { Workspace } from '../use-workspace.ts'

/** Patients by keyword. The chosen one stays on top, even where the search does not find it. */
export function PatientPicker({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation('analyses')
  const [keyword, setKeyword] = useState('')
  const patients = useQuery(patientsQuery(keyword.trim()))
  const chosen = useQuery({
    ...callQuery(patientInfo, { pid: workspace.pid }),
    enabled: workspace.pid !== '',
  })
  const found = patients.data?.data ?? []
  // Another record may stand for the one in the address.
  const current = chosen.data?.pid ?? workspace.pid
  const outside = chosen.data !== undefined && !found.some(({ pid }) => pid === current)
  const rows = outside ? [chosen.data, ...found] : found

  return (
    <section className="dx-block dx-patients" aria-label={t('patients.title')}>
      <Input.Search
        value={keyword}
        maxLength={64}
        placeholder={t('patients.search')}
        aria-label={t('patients.search')}
        onChange={(event) => setKeyword(event.target.value)}
      />
      {patients.isPending && <Loading />}
      {patients.isError && <Failed title={t('patients.failed')} query={patients} />}
      {patients.isSuccess && rows.length === 0 && (
        <Nothing hint={t(keyword ? 'patients.none_found' : 'patients.none')}>
          <Link to={PATHS.patients}>{t('patients.add')}</Link>
        </Nothing>
      )}
      {patients.data && (
        <ul className="dx-list">
          {rows.map((patient) => (
            <li key={patient.pid}>
              <button
                type="button"
                aria-current={patient.pid === current}
                ref={patient.pid === current ? intoView : undefined}
                onClick={() => workspace.openPatient(patient.pid)}
              >
                <strong>{patient.name}</strong>
                <span>
                  {t(`gender.${patient.gender}`)} · {t('age', { age: ageOf(patient.birthday) })}
                </span>
                <small>{patient.ad_card_number}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The chosen patient may be far down the list. */
function intoView(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' })
}

/** Full years. */
function ageOf(birthday: string, day = today()): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return day.slice(5) < birthday.slice(5) ? years - 1 : years
}
