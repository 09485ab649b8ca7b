import { useTranslation } from 'react-i18next'
import type { DraftState } from '../../../lib/calls/draft-keeper.ts'

export function Foot(props: {
  failure: string
  draft: DraftState
  step: 'begin' | 'next' | 'submit'
  busy: boolean
  onBack?: () => void
}) {
  const { t } = useTranslation('questionnaire')
  return (
    <footer className="survey-foot">
      <p role="alert" className="survey-problem">
        {props.failure}
      </p>
      <p role="status" className="survey-hint">
        {props.draft !== 'unchanged' && t(`draft.${props.draft}`)}
      </p>
      {props.onBack && (
        <button type="button" className="survey-button plain" onClick={props.onBack}>
          {t('previous')}
        </button>
      )}
      <button type="submit" className="survey-button" disabled={props.busy}>
        {t(props.step)}
      </button>
    </footer>
  )
}
