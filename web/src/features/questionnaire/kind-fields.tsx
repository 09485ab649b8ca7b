import { ArrowDownOutlined, ArrowUpOutlined, PlusOutlined } from '@ant-design/icons'
import { QUESTIONNAIRE, type BothLanguages, type NewQuestion } from '@mingmou/contract'
import { Button, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { BothInputs, Fault, type Faults } from './both-inputs.tsx'
import { newOption } from './question-kinds.ts'

type Option = { id: number; text: BothLanguages }
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

function ScaleFields(props: {
  question: Extract<NewQuestion, { kind: 'scale' }>
  faults: Faults
  onChange: Change
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

function OptionList(props: {
  label: string
  value: Option[]
  path: string
  faults: Faults
  most: number
  onChange: (options: Option[]) => void
}) {
  const { t } = useTranslation('questionnaire-admin')
  const { label, value, path, faults, most, onChange } = props
  const move = (from: number, to: number) =>
    onChange(value.toSpliced(from, 1).toSpliced(to, 0, ...value.slice(from, from + 1)))
  return (
    <fieldset className="survey-options">
      <legend>{label}</legend>
      {value.map((option, at) => (
        <div key={option.id} className="survey-option-row">
          <BothInputs
            label={`${label} ${at + 1}`}
            shown={false}
            value={option.text}
            path={`${path}.${at}.text`}
            faults={faults}
            onChange={(text) =>
              onChange(value.map((one) => (one.id === option.id ? { ...one, text } : one)))
            }
          />
          <Button
            icon={<ArrowUpOutlined />}
            aria-label={t('option.up', { name: `${label} ${at + 1}` })}
            disabled={at === 0}
            onClick={() => move(at, at - 1)}
          />
          <Button
            icon={<ArrowDownOutlined />}
            aria-label={t('option.down', { name: `${label} ${at + 1}` })}
            disabled={at === value.length - 1}
            onClick={() => move(at, at + 1)}
          />
          <Button
            danger
            aria-label={t('option.delete', { name: `${label} ${at + 1}` })}
            disabled={value.length === 1}
            onClick={() => onChange(value.filter(({ id }) => id !== option.id))}
          >
            {t('common:action.delete')}
          </Button>
        </div>
      ))}
      <Fault message={faults[path]} />
      <Button
        icon={<PlusOutlined />}
        disabled={value.length >= most}
        onClick={() => onChange([...value, newOption(value)])}
      >
        {t('option.add', { label })}
      </Button>
    </fieldset>
  )
}
