import { ArrowDownOutlined, ArrowUpOutlined, PlusOutlined } from '@ant-design/icons'
import type { BothLanguages } from '@mingmou/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { BothInputs, Fault, type Faults } from './both-inputs.tsx'
import { newOption } from './question-kinds.ts'

type Option = { id: number; text: BothLanguages }

export function OptionList(props: {
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
              onChange(value.map((known) => (known.id === option.id ? { ...known, text } : known)))
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
