import { exportPatient, NO_HISTORY, professionName, type PatientDetail } from '@mingmou/contract'
import { Button, Descriptions, Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaText } from '../../ui/forms/areas.tsx'
import { SaveButton } from '../../ui/forms/save-button.tsx'
import { Recorded } from '../../ui/lists/cells.tsx'
import { ageOn } from '../../ui/lists/age.ts'
import { numbersOf } from './numbers.ts'
import { EditPatientDialog } from './patient-dialogs.tsx'

export function BasicInfo({ patient }: { patient: PatientDetail }) {
  const { t, i18n } = useTranslation('patients')
  const language = i18n.language === 'en' ? 'en' : 'zh-CN'
  const areaText = useAreaText()
  const [editing, setEditing] = useState(false)
  const history = (stated: string | null) => (stated === NO_HISTORY ? t('history.none') : stated)
  const shown = {
    name: patient.name,
    ad_card_number: patient.ad_card_number,
    gender: t(`gender.${patient.gender}`),
    birthday: `${patient.birthday} (${t('years', { count: ageOn(patient.birthday) })})`,
    phone: patient.phone,
    profession: patient.profession && professionName(patient.profession, language),
    area_id: patient.area_id && areaText(patient.area_id),
    address: patient.address,
    identifiers: numbersOf(t, patient.identifiers),
    allergic_history: history(patient.allergic_history),
    operation_history: history(patient.operation_history),
  }
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
        items={Object.entries(shown).map(([name, value]) => ({
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
      {editing && <EditPatientDialog patient={patient} onClose={() => setEditing(false)} />}
    </section>
  )
}
