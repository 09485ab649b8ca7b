import type { ListedPatient, Patient } from '@mingmou/contract'
import type { TableColumnsType } from 'antd'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { diagnosisPath, patientDetailPath } from '../../paths.ts'
import { Recorded } from '../../ui/lists/cells.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { ageOn } from '../../ui/lists/age.ts'
import { IncompleteTag } from './incomplete.tsx'
import { LastStage } from './last-stage.tsx'

export function patientColumns(
  t: TFunction<'patients'>,
  act: { edit: (patient: Patient) => void; remove: (patient: Patient) => void },
): TableColumnsType<ListedPatient> {
  return [
    {
      title: t('field.name'),
      key: 'name',
      render: (_, patient) => (
        <>
          <Link
            to={patientDetailPath(patient.pid)}
            title={patient.name}
            className="ellipsis patient-name"
          >
            {patient.name}
          </Link>
          <IncompleteTag patient={patient} />
        </>
      ),
    },
    {
      title: t('field.ad_card_number'),
      key: 'ad_card_number',
      render: (_, { ad_card_number }) => (
        <span title={ad_card_number} className="ellipsis patient-card">
          {ad_card_number}
        </span>
      ),
    },
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
    {
      title: t('field.phone'),
      key: 'phone',
      render: (_, { phone }) => <Recorded text={phone} />,
    },
    {
      title: t('field.last_visit'),
      key: 'last_visit',
      render: (_, { last_visit }) =>
        last_visit ?? <span className="soft">{t('list.noVisit')}</span>,
    },
    {
      title: t('field.last_stage'),
      key: 'last_stage',
      render: (_, { last_result, last_visit }) =>
        last_result && (
          <div className="patient-stage">
            <LastStage result={last_result} visit={last_visit} />
          </div>
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
