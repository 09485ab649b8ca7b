import { QUESTIONNAIRE, type NewQuestion } from '@mingmou/contract'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { BothInputs, type Faults } from './both-inputs.tsx'

export function ScaleFields(props: {
  question: Extract<NewQuestion, { kind: 'scale' }>
  faults: Faults
  onChange: (question: NewQuestion) => void
}) {
  const { t } = useTranslation('questionnaire-admin')
  const { question, faults, onChange } = props
  const { least, most } = QUESTIONNAIRE.scale
  const ends = Array.from({ length: most - least + 1 }, (_, step) => least + step)
  return (
    <>
      <div className="survey-both">
        <label>
          {t('scale.from')}
          <Select
            value={question.from}
            options={[0, 1].map((value) => ({ value, label: String(value) }))}
            onChange={(from) => onChange({ ...question, from: from === 0 ? 0 : 1 })}
          />
        </label>
        <label>
          {t('scale.to')}
          <Select
            value={question.to}
            options={ends.map((value) => ({ value, label: String(value) }))}
            onChange={(to: number) => onChange({ ...question, to })}
          />
        </label>
      </div>
      <BothInputs
        label={t('scale.low')}
        value={question.low}
        path="question.low"
        faults={faults}
        onChange={(low) => onChange({ ...question, low })}
      />
      <BothInputs
        label={t('scale.high')}
        value={question.high}
        path="question.high"
        faults={faults}
        onChange={(high) => onChange({ ...question, high })}
      />
    </>
  )
}
