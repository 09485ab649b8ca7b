import {
  dayAfter,
  ENDINGS,
  isRefer,
  modalityOf,
  MOST_COUNTED,
  PLACE_GROUPS,
  REFERRAL_URGENCIES,
  sayIn,
  STEP_PLACES,
  stepText,
  today,
  type listSteps,
  type PlannedStep,
} from '@mingmou/contract'
import { Alert, Button, Tag, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { patientDetailPath, PATHS, reportPath } from '../../paths.ts'
import { language } from '../../lib/texts/i18n.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { ageOn } from '../../ui/lists/age.ts'
import { Clip, Whole } from '../../ui/lists/cells.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { LogDialog } from './log-dialog.tsx'
import { LetterDialog } from './letter-dialog.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { FILTERS, stepList, useStepEvents, type StepsPage as Steps } from './queries.ts'
import './recall.css'

type Asked = 'note' | 'letter' | 'log'

/** From a year ago to two years ahead. */
const MONTHS = Object.fromEntries(
  Array.from({ length: 36 }, (_, n) => dayAfter(today(), { months: n - 12 }).slice(0, 7)).map(
    (month) => [month, month],
  ),
)

const LISTS = { recall: stepList('recall'), referral: stepList('referral') }

/** A list of those who wait, what was done about each, and what is over. */
export function StepsPage({ of }: { of: 'recall' | 'referral' }) {
  const { t } = useTranslation(['recall', 'findings'])
  useStepEvents()
  const [asked, setAsked] = useState<{ what: Asked; step: PlannedStep } | null>(null)
  const columns = useColumns((what, step) => setAsked({ what, step }))
  const close = () => setAsked(null)
  return (
    <>
      <PageTitle title={t(`${of}.title`)}>
        <Button href={`#${PATHS.patients}`}>{t('toPatients')}</Button>
      </PageTitle>
      <ListPage<typeof listSteps, PlannedStep, Steps>
        key={of}
        label={t(`${of}.title`)}
        list={LISTS[of]}
        fields={[
          {
            name: 'group',
            label: t('field.group'),
            choices: Object.fromEntries(PLACE_GROUPS.map((group) => [group, t(`group.${group}`)])),
          },
          { name: 'overdue', label: t('field.overdue'), choices: { yes: t('onlyOverdue') } },
          { name: 'month', label: t('field.month'), choices: MONTHS },
          ...(of === 'referral'
            ? [
                {
                  name: 'urgency',
                  label: t('field.urgency'),
                  choices: Object.fromEntries(
                    REFERRAL_URGENCIES.map((one) => [one, t(`findings:next_step.urgency.${one}`)]),
                  ),
                },
              ]
            : []),
        ]}
        inAddress={FILTERS}
        rowKey="step_id"
        columns={() => columns}
        above={(page) => page && <Above {...page} />}
        failed={t('failed')}
        empty={t(`${of}.empty`)}
      />
      {asked?.what === 'note' && <NoteDialog step={asked.step} onClose={close} />}
      {asked?.what === 'letter' && <LetterDialog step={asked.step} onClose={close} />}
      {asked?.what === 'log' && <LogDialog step={asked.step} onClose={close} />}
    </>
  )
}

function Above({ overdue, on }: { overdue: number; on: boolean }) {
  const { t } = useTranslation('recall')
  const n = overdue < MOST_COUNTED ? String(overdue) : `${MOST_COUNTED}+`
  return (
    <>
      {!on && <Alert type="info" showIcon title={t('off')} className="recall-off" />}
      <p className="panel recall-counts" role="status">
        {overdue > 0 ? <Tag color="warning">{t('overdue', { n })}</Tag> : t('noneOverdue')}
      </p>
    </>
  )
}

function useColumns(ask: (what: Asked, step: PlannedStep) => void): TableColumnsType<PlannedStep> {
  const { t } = useTranslation(['recall', 'findings'])
  const actionsOf = (step: PlannedStep) => {
    const waits = STEP_PLACES.waiting.some((one) => one === step.place)
    const open = waits || ENDINGS.some((one) => one === step.place) || step.place === 'outcome'
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

/** When the step is due, and where it is. */
function Due({ due_on, overdue, place, state, kind }: PlannedStep) {
  const { t } = useTranslation('recall')
  return lines(
    due_on ?? t('noDay'),
    <span>
      {overdue && <Tag color="warning">{t('late')}</Tag>}
      {place === 'unsigned' && <Tag color="error">{t('place.unsigned')}</Tag>}
      {place === 'waiting' && isRefer(kind) && state && <Tag>{t(`state.${state}`)}</Tag>}
      {place !== 'waiting' && place !== 'unsigned' && <Tag>{t(`place.${place}`)}</Tag>}
    </span>,
  )
}

/** What is read first, and below it what belongs to it. */
const lines = (first: React.ReactNode, second: React.ReactNode) => (
  <span className="recall-cell">
    <span>{first}</span>
    <span className="soft">{second}</span>
  </span>
)
