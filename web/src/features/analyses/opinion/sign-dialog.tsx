import {
  createReport,
  getReport,
  listReports,
  patientInfo,
  reportDrafts,
  type DataOf,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Input } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportPath } from '../../../paths.ts'
import { callQuery, changed } from '../../../lib/calls/call-query.ts'
import { readSession } from '../../../lib/session/session.ts'
import { useModality } from '../../../modalities/use-modality.ts'
import { CallDialog } from '../../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { NextStepInput } from './next-step-input.tsx'
import { openReportTab, type ReportTab } from './report-tab.ts'
import type { Kept } from './opinion-entry.ts'
import { useStepAndLetters } from './use-step-and-letters.ts'

export interface SignProps {
  pid: string
  analysisId: string
  photographs: { image_index: number; fellow_index: number | undefined }
  text: string
  /** What the report will say about its author. */
  author: string
  /** The report whose place the new one takes. */
  older: { report_id: string; report_no: string } | null
  byPassword: boolean
  /** Sends what is typed. The draft to sign. */
  flush: () => Promise<Kept | null>
  onSigned: (made: DataOf<typeof createReport>) => void
  onClose: () => void
}

/** What is about to be signed, once more. A signed report is never changed. */
export function SignDialog(props: SignProps) {
  const { text, author, byPassword, photographs } = props
  const [{ older, refused }, see] = useState({ older: props.older, refused: false })
  // What the new report replaces is what was read here. A refusal is told, and shows what there is by now.
  if (refused && props.older?.report_id !== older?.report_id)
    see({ older: props.older, refused: false })
  const { t } = useTranslation('analyses')
  const { key, calls, class: analysis_type } = useModality()
  const tab = useRef<ReportTab | null>(null)
  const refresh = () =>
    changed(calls.analysis.list, calls.analysis.result, getReport, listReports, reportDrafts)
  const { image_index, fellow_index } = photographs
  const patient = useQuery(callQuery(patientInfo, { pid: props.pid }))
  const about = {
    patient_id: props.pid,
    analysis_id: props.analysisId,
    analysis_type,
    image_index,
    diagnostic_opinion: text,
    ...(fellow_index !== undefined && { fellow_index }),
  }
  const { rules, proposed, proposal, letters, told } = useStepAndLetters(about)
  const missing = letters.data?.missing ?? []
  return (
    <CallDialog
      title={t('sign.title')}
      call={createReport}
      fixed={{ uid: readSession()?.uid ?? '', ...about }}
      prepare={async (filled) => {
        tab.current = openReportTab(t('sign.making'), t('sign.making_text'))
        const draft = await props.flush()
        const next_step = filled.next_step ?? proposal
        const body = {
          ...filled,
          supersedes: older?.report_id ?? '',
          ...(next_step && { next_step }),
        }
        return draft ? { ...body, draft_id: draft.draft_id, version: draft.version } : body
      }}
      agree={told}
      check={({ next_step }) =>
        rules && !proposal && !next_step ? { next_step: 'step_needed' } : {}
      }
      okText={t('sign.ok')}
      okFocus={!byPassword}
      fallback={t('opinion.failed')}
      onDone={(made) => {
        tab.current?.show(reportPath(key, made.report_no))
        props.onSigned(made)
        void refresh()
      }}
      onRefused={() => {
        tab.current?.close()
        see({ older, refused: true })
        void refresh()
      }}
      onClose={props.onClose}
    >
      {patient.data && (
        <p>
          <strong>{patient.data.name}</strong> · {patient.data.ad_card_number}
        </p>
      )}
      <p>
        {fellow_index === undefined ? t('scope.one', { number: image_index + 1 }) : t('scope.both')}
      </p>
      <div className="dx-signed">{text}</div>
      <p className="dx-caution">{t('opinion.author', { text: author })}</p>
      {rules && (
        <Field name="next_step" label={t('sign.next_step')}>
          <NextStepInput rules={rules} proposed={proposed} />
        </Field>
      )}
      {older && <p className="dx-caution">{t('sign.supersedes', { number: older.report_no })}</p>}
      {missing.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('sign.letters', {
            codes: missing.map(({ character, code }) => `${character} (${code})`).join(', '),
          })}
        />
      )}
      {letters.isError && <Alert type="warning" showIcon title={t('sign.letters_unknown')} />}
      <p>{t('sign.text')}</p>
      {byPassword && (
        <Field name="password" label={t('sign.password')}>
          <Input.Password autoFocus autoComplete="current-password" />
        </Field>
      )}
    </CallDialog>
  )
}
