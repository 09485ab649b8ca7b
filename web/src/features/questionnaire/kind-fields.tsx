import { QUESTIONNAIRE, type NewQuestion } from '@mingmou/contract'
import { InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Faults } from './both-inputs.tsx'
import { OptionList } from './option-list.tsx'
import { ScaleFields } from './scale-fields.tsx'

type Change = (question: NewQuestion) => void

/** What only questions of a kind have. */
export function KindFields(props: { question: NewQuestion; faults: Faults; onChange: Change }) {
  const { t } = useTranslation('questionnaire-admin')
  const { question, faults, onChange } = props
  switch (question.kind) {
    case 'single':
      return (
        <OptionList
          label={t('option.name')}
          value={question.options}
          path="question.options"
          faults={faults}
          most={QUESTIONNAIRE.options}
          onChange={(options) => onChange({ ...question, options })}
        />
      )
    case 'multiple':
      return (
        <>
          <OptionList
            label={t('option.name')}
            value={question.options}
            faults={faults}
            path="question.options"
            most={QUESTIONNAIRE.options}
            onChange={(options) => onChange({ ...question, options })}
          />
          <label>
            {t('option.most')}
            <InputNumber
              min={1}
              max={QUESTIONNAIRE.options}
              precision={0}
              value={question.most}
              placeholder={t('option.noLimit')}
              onChange={(most) => onChange({ ...question, most })}
            />
          </label>
        </>
      )
    case 'scale':
      return <ScaleFields question={question} faults={faults} onChange={onChange} />
    case 'text':
      return (
        <label>
          {t('text.maxChars')}
          <InputNumber
            min={1}
            max={QUESTIONNAIRE.textChars}
            precision={0}
            value={question.max_chars}
            onChange={(max) => onChange({ ...question, max_chars: max ?? QUESTIONNAIRE.textChars })}
          />
        </label>
      )
    case 'matrix':
      return (
        <>
          <OptionList
            label={t('option.row')}
            value={question.rows}
            path="question.rows"
            faults={faults}
            most={QUESTIONNAIRE.rows}
            onChange={(rows) => onChange({ ...question, rows })}
          />
          <OptionList
            label={t('option.column')}
            value={question.options}
            faults={faults}
            path="question.options"
            most={QUESTIONNAIRE.columns}
            onChange={(options) => onChange({ ...question, options })}
          />
        </>
      )
  }
}
