import {
  ENDINGS,
  modalityOf,
  sayIn,
  STEP_PLACES,
  stepText,
  type PlannedStep,
} from '@mingmou/contract'
import type { TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import { patientDetailPath, reportPath } from '../../paths.ts'
import { language } from '../../lib/texts/i18n.ts'
import { ageOn } from '../../ui/lists/age.ts'
import { Clip, Whole } from '../../ui/lists/cells.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { Due } from './due.tsx'
import { lines } from './step-lines.tsx'

export type Asked = 'note' | 'letter' | 'log'

export function useStepColumns(
  ask: (what: Asked, step: PlannedStep) => void,
): TableColumnsType<PlannedStep> {
  const { t } = useTranslation(['recall', 'findings'])
  const actionsOf = (step: PlannedStep) => {
    const waits = STEP_PLACES.waiting.some((place) => place === step.place)
    const open =
      waits || ENDINGS.some((ending) => ending === step.place) || step.place === 'outcome'
    return [
      open && { label: t('note.button'), onClick: () => ask('note', step) },
      waits && { label: t('letter.button'), onClick: () => ask('letter', step) },
      { label: t('log.button'), onClick: () => ask('log', step) },
      {
        label: t('report'),
        href: `#${reportPath(modalityOf(step.diagnosis_class).key, step.report_no)}`,
        target: '_blank' as const,
      },
    ]
  }
  return [
    { title: t('field.due'), key: 'due', render: (_, step) => <Due {...step} /> },
    {
      title: t('field.patient'),
      key: 'patient',
      render: (_, { pid, name, gender, birthday, ad_card_number, phone }) =>
        lines(
          <a href={`#${patientDetailPath(pid)}`}>
            <Clip text={name} />
          </a>,
          <Whole
            text={[
              t(`gender.${gender}`),
              t('years', { count: ageOn(birthday) }),
              ad_card_number,
              phone ?? t('noPhone'),
            ].join(' · ')}
          />,
        ),
    },
    {
      title: t('field.step'),
      key: 'step',
      render: (_, step) =>
        lines(
          stepText(step, sayIn(language())),
          <Whole
            text={[step.to, t('signedBy', { by: step.clinician, day: step.signed_on })]
              .filter((text) => text !== '')
              .join(' · ')}
          />,
        ),
    },
    {
      title: t('field.last'),
      key: 'last',
      render: (_, { last }) =>
        last === null
          ? t('nothing')
          : lines(
              `${t(`event.${last.what}`)} ${last.day}`,
              <Whole
                text={[last.next_on === null ? '' : t('nextOn', { day: last.next_on }), last.note]
                  .filter((text) => text !== '')
                  .join(' · ')}
              />,
            ),
    },
    {
      title: t('field.action'),
      key: 'action',
      fixed: 'end',
      render: (_, step) => <RowActions actions={actionsOf(step)} />,
    },
  ]
}
