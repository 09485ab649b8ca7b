import {
  isRecall,
  isRefer,
  REFERRAL_URGENCIES,
  STEP_KINDS,
  STEP_MONTHS,
  type StepGround,
  type StepKind,
  type StepRule,
} from '@mingmou/contract'
import { InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'

/** What a kind begins with, as nobody has entered its number yet. */
const ruleOf = (kind: StepKind, { months, urgency }: StepRule): StepRule => ({
  kind,
  months: isRecall(kind) ? (months ?? STEP_MONTHS.min) : null,
  urgency: isRefer(kind) ? (urgency ?? 'routine') : null,
})

export function RuleOfGround(props: {
  ground: StepGround
  rule: StepRule
  onChange: (rule: StepRule) => void
}) {
  const { t } = useTranslation(['institutions', 'findings'])
  const { ground, rule, onChange } = props
  const name = t(`findings:next_step.ground.${ground}`)
  return (
    <div className="recall-rule">
      <span>{name}</span>
      <Select
        aria-label={name}
        value={rule.kind}
        options={STEP_KINDS.map((kind) => ({
          value: kind,
          label: t(`findings:next_step.kind.${kind}`),
        }))}
        onChange={(kind) => onChange(ruleOf(kind, rule))}
      />
      {isRecall(rule.kind) && (
        <InputNumber
          aria-label={t('recall.months', { name })}
          {...STEP_MONTHS}
          precision={0}
          value={rule.months}
          suffix={t('recall.month')}
          onChange={(months) => onChange({ ...rule, months })}
        />
      )}
      {isRefer(rule.kind) && (
        <Select
          aria-label={t('recall.urgency', { name })}
          value={rule.urgency}
          options={REFERRAL_URGENCIES.toReversed().map((urgency) => ({
            value: urgency,
            label: t(`findings:next_step.urgency.${urgency}`),
          }))}
          onChange={(urgency) => onChange({ ...rule, urgency })}
        />
      )}
    </div>
  )
}
