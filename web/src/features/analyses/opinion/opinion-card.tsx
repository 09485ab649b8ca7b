import {
  authorshipOf,
  authorshipText,
  OPINION_CHARS,
  takenOver,
  withDraft,
  type AnalysedImage,
  type AnalysisResult,
} from '@mingmou/contract'
import { Alert, Button, Input } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportPath } from '../../../paths.ts'
import { language } from '../../../lib/texts/i18n.ts'
import { useModality } from '../../../modalities/use-modality.ts'
import { Draft } from '../../../ui/findings/draft.tsx'
import { type BothEyes, bothEyesOf, chosenOf, EYES } from '../sitting/both-eyes.ts'
import { OpinionAuthor } from './opinion-author.tsx'
import { DraftNote, keptOf, OtherDrafts, TheirDraft } from './opinion-draft.tsx'
import { draftsQuery } from '../queries.ts'
import { usePrintKey } from '../../../lib/files/print-report.ts'
import { ReportChoice } from './report-choice.tsx'
import { ReportScope, type Scope } from './report-scope.tsx'
import { SignDialog } from './sign-dialog.tsx'
import type { Opinions } from './use-opinions.ts'
import { OPINION_ID } from '../workspace-keys.ts'

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
  const { image_id: record, patient_opinion } = result
  if (eyes === null || scope.of === 'one')
    return {
      name: `${record}/${image.image_index}`,
      draft: takenOver(image.opinion),
      drafts: [image.opinion, patient_opinion ?? ''],
      reports: image.reports,
      photographs: { image_index: image.image_index, fellow_index: undefined },
    }
  const chosen = EYES.map((eye) => chosenOf(eyes, eye, scope.picked))
  const [OD, OS] = chosen.map(({ image_index }) => image_index)
  return {
    name: `${record}/both`,
    draft: takenOver(patient_opinion ?? ''),
    drafts: [patient_opinion ?? '', ...chosen.map(({ opinion }) => opinion)],
    reports: result.reports,
    photographs: { image_index: OD ?? 0, fellow_index: OS ?? 0 },
  }
}

/** The machine's draft, the clinician's opinion beside it, and the report of both. */
export function OpinionCard(props: Props) {
  const { pid, result, image, opinions, scope, onScope } = props
  const { t } = useTranslation(['analyses', 'findings'])
  const { key } = useModality()
  const [signing, setSigning] = useState(false)
  const [made, setMade] = useState<{ name: string; report_no: string } | null>(null)
  const [choosing, setChoosing] = useState(false)
  const kept = useQuery(draftsQuery(result.image_id))
  const eyes = bothEyesOf(result, key)
  const { name, draft, drafts, reports, photographs } = wantedOf(props, eyes)
  // What is typed before the draft is known would stand against it.
  const opening = kept.isFetching && !kept.isFetchedAfterMount && kept.failureCount === 0
  const unsigned = opening ? [] : (kept.data?.drafts ?? [])
  const stored = keptOf(unsigned, photographs)
  const text = opinions.textOf(name) ?? stored?.diagnostic_opinion ?? ''
  const authorship = authorshipOf(text, drafts)
  const theirs = opinions.theirsOf(name)

  const write = (next: string) =>
    opinions.write(name, next, { image_id: result.image_id, ...photographs }, stored)
  const ready = result.can_add_diagnose && text.trim() !== '' && theirs === null
  usePrintKey(() => made?.report_no ?? reports[0]?.report_no)
  const open = (reports: readonly { report_no: string }[]) => {
    const only = reports.length === 1 ? reports[0] : undefined
    if (only) window.open(`#${reportPath(key, only.report_no)}`, '_blank', 'noopener')
    else setChoosing(true)
  }

  return (
    <section className="dx-card">
      <h2>{t('opinion.machine')}</h2>
      <Draft text={image.opinion} />
      {eyes && (
        <ReportScope eyes={eyes} index={image.image_index} scope={scope} onScope={onScope} />
      )}
      <div className="dx-row">
        <h2 id="dx-opinion">{t('opinion.clinician')}</h2>
        {draft !== '' && authorship.origin !== 'taken_over' && (
          <Button size="small" disabled={opening} onClick={() => write(withDraft(text, draft))}>
            {t('opinion.take_over')}
          </Button>
        )}
      </div>
      <Input.TextArea
        id={OPINION_ID}
        aria-labelledby="dx-opinion"
        autoSize={{ minRows: 4, maxRows: 12 }}
        maxLength={OPINION_CHARS}
        placeholder={t('opinion.empty')}
        showCount
        disabled={opening}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey && ready) setSigning(true)
        }}
      />
      {text.trim() !== '' && <OpinionAuthor text={text} draft={draft} authorship={authorship} />}
      {theirs === null && (
        <DraftNote state={opinions.stateOf(name)} stored={text === '' ? null : stored} />
      )}
      <OtherDrafts drafts={unsigned.filter((one) => one !== stored)} />
      {theirs && (
        <TheirDraft theirs={theirs} onChoose={(take) => opinions.settle(name, theirs, take)} />
      )}
      <Alert type="warning" title={t('findings:warning')} />
      <div className="dx-row">
        <Button type="primary" disabled={!ready} onClick={() => setSigning(true)}>
          {t('opinion.create')}
        </Button>
        {reports.length > 0 && (
          <Button onClick={() => open(reports)}>
            {t('opinion.reports', { count: reports.length })}
          </Button>
        )}
      </div>
      {made?.name === name && (
        <p role="status">
          {t('opinion.made')}{' '}
          <a href={`#${reportPath(key, made.report_no)}`} target="_blank" rel="noopener">
            {made.report_no}
          </a>
        </p>
      )}
      <ReportChoice open={choosing} reports={reports} onClose={() => setChoosing(false)} />
      {signing && (
        <SignDialog
          pid={pid}
          analysisId={result.anal_id}
          photographs={photographs}
          text={text}
          author={authorshipText(authorship, language())}
          older={reports[0] ?? null}
          byPassword={kept.data?.sign_password ?? false}
          flush={async () => (await opinions.flush(name)) ?? stored}
          onSigned={({ report_no }) => {
            opinions.markSaved(name)
            setMade({ name, report_no })
          }}
          onClose={() => setSigning(false)}
        />
      )}
    </section>
  )
}
