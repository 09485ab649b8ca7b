import { PAGE_DAYS, STEP_TEXT_CHARS, type StepRules } from '@mingmou/contract'
import { Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'

/** How long a letter opens on its patient's phone. Off where no days are entered. */
export function PageOfLetters({ value, onChange }: TextsProps) {
  const { t } = useTranslation('institutions')
  return (
    <>
      <label className="recall-rule">
        <span>{t('recall.page_days')}</span>
        <InputNumber
          {...PAGE_DAYS}
          precision={0}
          value={value.page_days}
          placeholder={t('switch.off')}
          suffix={t('recall.days')}
          onChange={(page_days) => onChange({ page_days })}
        />
      </label>
      <p className="soft">{t('recall.page_hint')}</p>
    </>
  )
}

interface TextsProps {
  value: StepRules
  onChange: (traits: Partial<StepRules>) => void
}

export function Texts({ value, onChange }: TextsProps) {
  const { t } = useTranslation('institutions')
  return (['refer_to', 'call'] as const).map((name) => (
    <label key={name} className="recall-rule">
      <span>{t(`recall.${name}`)}</span>
      <Input
        maxLength={STEP_TEXT_CHARS.to}
        value={value[name]}
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </label>
  ))
}
