import { exportPatient, type PatientDetail } from '@mingmou/contract'
import { Button, Descriptions, Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SaveButton } from '../../ui/forms/save-button.tsx'
import { Recorded } from '../../ui/lists/cells.tsx'
import { ageOn } from '../../ui/lists/age.ts'
import { OutsideChanges } from './outside-changes.tsx'
import { EditPatientDialog } from './patient-dialogs.tsx'
import { useValues } from './use-values.ts'

const FIELDS = [
  ...(['name', 'ad_card_number', 'gender', 'birthday', 'phone', 'profession', 'area_id'] as const),
  ...(['address', 'identifiers', 'allergic_history', 'operation_history'] as const),
]

export function BasicInfo({ patient }: { patient: PatientDetail }) {
  const { t } = useTranslation('patients')
  const [editing, setEditing] = useState(false)
  const read = useValues()
  const age = t('years', { count: ageOn(patient.birthday) })
  const shown = FIELDS.map((field) => {
    const text = read(field, patient[field])
    return [field, field === 'birthday' ? `${text ?? ''} (${age})` : text] as const
  })
  return (
    <section className="panel">
      <Descriptions
        title={t('tab.basic')}
        extra={
          <Space>
            <SaveButton
              label={t('folder.button')}
              failed={t('folder.failed')}
              name={`${patient.ad_card_number}.zip`}
              call={exportPatient}
              body={{ pid: patient.pid }}
            />
            <Button onClick={() => setEditing(true)}>{t('common:action.edit')}</Button>
          </Space>
        }
        bordered
        size="small"
        styles={{ label: { width: '1.3rem', whiteSpace: 'nowrap' } }}
        column={{ xs: 1, md: 2 }}
        items={shown.map(([name, value]) => ({
          key: name,
          label: t(`field.${name}`),
          children: (
            <span className="long-text">
              <Recorded text={value} />
            </span>
          ),
          span: name.endsWith('history') || name === 'identifiers' ? 'filled' : 1,
        }))}
      />
      <OutsideChanges changes={patient.outside_changes} read={read} />
      {editing && <EditPatientDialog patient={patient} onClose={() => setEditing(false)} />}
    </section>
  )
}
