import type { Patient } from '@mingmou/contract'
import type { TableColumnsType } from 'antd'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { diagnosisPath, patientDetailPath } from '../../app/paths.ts'
import { Recorded } from '../../ui/cells.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
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
    {
      title: t('field.phone'),
      key: 'phone',
      render: (_, { phone }) => <Recorded text={phone} />,
    },
    {
      title: t('field.profession'),
      key: 'profession',
      render: (_, { profession }) => (
        <Recorded text={profession && t(`profession.${profession}`)} />
      ),
    },
    {
      title: t('field.action'),
      key: 'action',
      fixed: 'end',
      render: (_, patient) => (
        <RowActions
          actions={[
            {
              label: t('list.diagnose'),
              href: `#${diagnosisPath({ tab: 0, pid: patient.pid })}`,
            },
            { label: t('common:action.edit'), onClick: () => act.edit(patient) },
            { label: t('common:action.delete'), danger: true, onClick: () => act.remove(patient) },
          ]}
        />
      ),
    },
  ]
}
