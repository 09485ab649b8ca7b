import type { Patient } from '@mingmou/contract'
import { Button, type TableColumnsType } from 'antd'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { diagnosisPath, patientDetailPath } from '../../app/paths.ts'
import { ageOn } from './age.ts'

export function patientColumns(
  t: TFunction<'patients'>,
  act: { edit: (patient: Patient) => void; remove: (patient: Patient) => void },
): TableColumnsType<Patient> {
  return [
    {
      title: t('field.name'),
      key: 'name',
      render: (_, { pid, name }) => (
        <Link to={patientDetailPath(pid)} title={name} className="ellipsis patient-name">
          {name}
        </Link>
      ),
    },
    { title: t('field.ad_card_number'), dataIndex: 'ad_card_number' },
    {
      title: t('field.gender'),
      key: 'gender',
      render: (_, { gender }) => t(`gender.${gender}`),
    },
    {
      title: t('field.age'),
      key: 'age',
      render: (_, { birthday }) => ageOn(birthday),
    },
    { title: t('field.birthday'), dataIndex: 'birthday' },
    { title: t('field.phone'), dataIndex: 'phone' },
    {
      title: t('field.profession'),
      key: 'profession',
      render: (_, { profession }) => t(`profession.${profession}`),
    },
    {
      title: t('field.action'),
      key: 'action',
      fixed: 'right',
      render: (_, patient) => (
        <span className="row-actions">
          <Link to={diagnosisPath({ tab: 0, pid: patient.pid })}>{t('list.diagnose')}</Link>
          <Button type="link" size="small" onClick={() => act.edit(patient)}>
            {t('common:action.edit')}
          </Button>
          <Button type="link" size="small" danger onClick={() => act.remove(patient)}>
            {t('common:action.delete')}
          </Button>
        </span>
      ),
    },
  ]
}
