import { authorshipText, type AnalysedImage, type AnalysisResult } from '@mingmou/contract'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportPath } from '../../../paths.ts'
import { showWarning } from '../../../lib/notices/notices.ts'
import { usePrintKey } from '../../../lib/files/print-report.ts'
import { language } from '../../../lib/texts/i18n.ts'
import { useModality } from '../../../modalities/use-modality.ts'
import { Draft } from '../../../ui/findings/draft.tsx'
import { Failed } from '../../../ui/states/states.tsx'
import { bothEyesOf } from '../sitting/both-eyes.ts'
import { AwaitedReading } from './awaited-reading.tsx'
import { DraftNote, OtherDrafts, TheirDraft } from './opinion-draft.tsx'
import { ReadingsDialog } from './readings-dialog.tsx'
import { ReportScope, type Scope } from './report-scope.tsx'
import { SignDialog, type SignProps } from './sign-dialog.tsx'
import { useOpinion, type OpinionTexts } from './use-opinion.ts'
import { wantedOf } from './wanted.ts'
import { OpinionText } from './opinion-text.tsx'
import { ReportsButton } from './reports-button.tsx'

interface Props {
  pid: string
  result: AnalysisResult
  image: AnalysedImage
  opinions: OpinionTexts
  scope: Scope
  onScope: (scope: Scope) => void
}

/** What is about to be signed, as it stood when the dialog opened: nothing changes under the eyes of the one who signs. */
type Signing = { name: string } & Pick<
  SignProps,
  'text' | 'photographs' | 'author' | 'byPassword' | 'flush'
>

/** The machine's draft, the clinician's opinion beside it, and the report of both. */
export function OpinionCard(props: Props) {
  const { pid, result, image, opinions, scope, onScope } = props
  const { t } = useTranslation(['analyses', 'findings'])
  const { key } = useModality()
  const [signing, setSigning] = useState<Signing | null>(null)
  const [made, setMade] = useState<{ name: string; report_no: string } | null>(null)
  const [readings, setReadings] = useState(false)
  const eyes = bothEyesOf(result, key)
  const wanted = wantedOf(props, eyes)
  const { name, reports, photographs } = wanted
  const { fellow_index } = photographs
  const place = { imageId: result.image_id, index: image.image_index }
  const opinion = useOpinion(place, wanted, opinions)
  const { text, theirs } = opinion
  const unready = result.can_add_diagnose ? opinion.unready : 'unready.outdated'
  const sign = () => {
    if (unready !== null) {
      showWarning(t(unready))
      return
    }
    setSigning({
      name,
      text,
      photographs,
      author: authorshipText(opinion.authorship, language()),
      byPassword: opinion.byPassword,
      flush: opinion.flush,
    })
  }
  usePrintKey(() => made?.report_no ?? reports[0]?.report_no)
  return (
    <section className="dx-card">
      <h2>{t('opinion.machine')}</h2>
      <Draft text={image.opinion} />
      {eyes && (
        <ReportScope eyes={eyes} index={image.image_index} scope={scope} onScope={onScope} />
      )}
      <OpinionText
        opinion={opinion}
        draft={wanted.draft}
        onSign={sign}
        onInterrupt={() => onScope({ ...scope, of: fellow_index === undefined ? 'one' : 'both' })}
      />
      {opinion.unknown && <Failed title={t('draft.unknown')} query={opinion.unknown} />}
      {theirs === null && (
        <DraftNote state={opinions.stateOf(name)} stored={text === '' ? null : opinion.stored} />
      )}
      <OtherDrafts drafts={opinion.others} />
      {theirs && (
        <TheirDraft theirs={theirs} onChoose={(take) => opinions.settle(name, theirs, take)} />
      )}
      <Alert type="warning" title={t('findings:warning')} />
      {result.readings?.awaits && (
        <AwaitedReading {...result.readings} awaits={result.readings.awaits} of={result.image_id} />
      )}
      <div className="dx-row">
        <Button type="primary" disabled={unready !== null} onClick={sign}>
          {t('opinion.create')}
        </Button>
        <ReportsButton reports={reports} />
        {result.readings && (
          <Button onClick={() => setReadings(true)}>{t('readings.signed')}</Button>
        )}
      </div>
      {readings && <ReadingsDialog image_id={result.image_id} onClose={() => setReadings(false)} />}
      {made?.name === name && (
        <p role="status">
          {t('opinion.made')}{' '}
          <a href={`#${reportPath(key, made.report_no)}`} target="_blank" rel="noopener">
            {made.report_no}
          </a>
        </p>
      )}
      {signing && (
        <SignDialog
          {...signing}
          pid={pid}
          analysisId={result.anal_id}
          older={reports[0] ?? null}
          onSigned={({ report_no }) => {
            opinions.markSaved(signing.name)
            setMade({ name: signing.name, report_no })
          }}
          onClose={() => setSigning(null)}
        />
      )}
    </section>
  )
}
