import { takenOver, type AnalysedImage, type AnalysisResult } from '@mingmou/contract'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportPath } from '../../app/paths.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { showFailure } from '../../lib/api.ts'
import { Draft } from '../../ui/findings/draft.tsx'
import { type BothEyes, bothEyesOf, chosenOf, EYES } from './both-eyes.ts'
import { useCreateReport } from './queries.ts'
import { ReportChoice } from './report-choice.tsx'
import { ReportScope, type Scope } from './report-scope.tsx'
import type { Opinions } from './use-opinions.ts'
import { OPINION_ID } from './workspace-keys.ts'

const LONGEST = 2000

/** The opinion as written. It does not include the page's question on leaving. */
export type OpinionTexts = Omit<Opinions, 'leaving'>

interface Props {
  pid: string
  result: AnalysisResult
  image: AnalysedImage
  opinions: OpinionTexts
  scope: Scope
  onScope: (scope: Scope) => void
}

/** The content of the report, and the reports that exist already. */
function wantedOf({ result, image, scope }: Props, eyes: BothEyes | null) {
  const { analysis_record_id: record, patient_opinion } = result
  if (eyes === null || scope.of === 'one')
    return {
      name: `${record}/${image.image_index}`,
      draft: takenOver(image.opinion),
      reports: image.reports,
      photographs: { image_index: image.image_index, fellow_index: undefined },
    }
  const [OD, OS] = EYES.map((eye) => chosenOf(eyes, eye, scope.picked).image_index)
  return {
    name: `${record}/both`,
    draft: takenOver(patient_opinion ?? ''),
    reports: result.reports,
    photographs: { image_index: OD ?? 0, fellow_index: OS ?? 0 },
  }
}

/** The draft is put below the text already written, so that nothing is lost. */
const joined = (text: string, draft: string) => (text.trim() === '' ? draft : `${text}\n${draft}`)

/** The machine's draft, the clinician's opinion beside it, and the report of both. */
export function OpinionCard(props: Props) {
  const { pid, result, image, opinions, scope, onScope } = props
  const { t } = useTranslation(['analyses', 'findings'])
  const { key } = useModality()
  const create = useCreateReport()
  const [choosing, setChoosing] = useState(false)
  const eyes = bothEyesOf(result, key)
  const { name, draft, reports, photographs } = wantedOf(props, eyes)
  const text = opinions.textOf(name)
  const fromDraft = draft !== '' && text === draft

  const ready = result.can_add_diagnose && text.trim() !== '' && !create.isPending

  const open = (reports: readonly { report_no: string }[]) => {
    const only = reports.length === 1 ? reports[0] : undefined
    if (only) window.open(`#${reportPath(key, only.report_no)}`, '_blank', 'noopener')
    else setChoosing(true)
  }
  const submit = () =>
    create.mutate(
      {
        patient_id: pid,
        analysis_id: result.anal_id,
        ...photographs,
        diagnostic_opinion: text,
      },
      {
        onSuccess: (made) => {
          opinions.markSaved(name, text)
          const before = reports.filter(({ report_no }) => report_no !== made.report_no)
          open([made, ...before])
        },
        onError: (error) => showFailure(error, t('opinion.failed')),
      },
    )

  return (
    <section className="dx-card">
      <h2>{t('opinion.machine')}</h2>
      <Draft text={image.opinion} />
      {eyes && (
        <ReportScope eyes={eyes} index={image.image_index} scope={scope} onScope={onScope} />
      )}
      <div className="dx-row">
        <h2 id="dx-opinion">{t('opinion.clinician')}</h2>
        {draft !== '' && !fromDraft && (
          <Button size="small" onClick={() => opinions.write(name, joined(text, draft))}>
            {t('opinion.take_over')}
          </Button>
        )}
      </div>
      <Input.TextArea
        id={OPINION_ID}
        aria-labelledby="dx-opinion"
        autoSize={{ minRows: 4, maxRows: 12 }}
        maxLength={LONGEST}
        placeholder={t('opinion.empty')}
        showCount
        value={text}
        onChange={(event) => opinions.write(name, event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey && ready) submit()
        }}
      />
      {fromDraft && <p className="dx-caution">{t('opinion.taken_over')}</p>}
      {opinions.isUnsaved(name) && <p className="dx-caution">{t('opinion.unsaved')}</p>}
      <Alert type="warning" title={t('findings:warning')} />
      <div className="dx-row">
        <Button type="primary" disabled={!ready} loading={create.isPending} onClick={submit}>
          {t('opinion.create')}
        </Button>
        {reports.length > 0 && (
          <Button onClick={() => open(reports)}>
            {t('opinion.reports', { count: reports.length })}
          </Button>
        )}
      </div>
      {create.data &&
        create.variables.image_index === photographs.image_index &&
        create.variables.fellow_index === photographs.fellow_index && (
          <p role="status">
            {t('opinion.made')}{' '}
            <a href={`#${reportPath(key, create.data.report_no)}`} target="_blank" rel="noopener">
              {create.data.report_no}
            </a>
          </p>
        )}
      <ReportChoice open={choosing} reports={reports} onClose={() => setChoosing(false)} />
    </section>
  )
}
