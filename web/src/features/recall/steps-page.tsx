import {
  dayAfter,
  PLACE_GROUPS,
  REFERRAL_URGENCIES,
  today,
  type listSteps,
  type PlannedStep,
} from '@mingmou/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { LogDialog } from './log-dialog.tsx'
import { LetterDialog } from './letter-dialog.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { FILTERS, stepList, useStepEvents, type StepsPage as Steps } from './queries.ts'
import { type Asked, useStepColumns } from './step-columns.tsx'
import { StepCounts } from './step-counts.tsx'
import './recall.css'

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
  const columns = useStepColumns((what, step) => setAsked({ what, step }))
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
                    REFERRAL_URGENCIES.map((referralUrgency) => [
                      referralUrgency,
                      t(`findings:next_step.urgency.${referralUrgency}`),
                    ]),
                  ),
                },
              ]
            : []),
        ]}
        inAddress={FILTERS}
        rowKey="step_id"
        columns={() => columns}
        above={(page) => page && <StepCounts {...page} />}
        failed={t('failed')}
        empty={t(`${of}.empty`)}
      />
      {asked?.what === 'note' && <NoteDialog step={asked.step} onClose={close} />}
      {asked?.what === 'letter' && <LetterDialog step={asked.step} onClose={close} />}
      {asked?.what === 'log' && <LogDialog step={asked.step} onClose={close} />}
    </>
  )
}
