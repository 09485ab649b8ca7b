import { REFERRAL_URGENCIES, TARGET_WEEKS, type StepRules } from '@mingmou/contract'
import { InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'

/** Within how many weeks a referred patient is to be seen. */
export function Targets(props: {
  targets: StepRules['targets']
  onChange: (targets: StepRules['targets']) => void
}) {
  const { t } = useTranslation(['institutions', 'findings'])
  const { targets, onChange } = props
  return REFERRAL_URGENCIES.toReversed().map((urgency) => {
    const name = t('recall.target', { urgency: t(`findings:next_step.urgency.${urgency}`) })
    return (
      <div key={urgency} className="recall-rule">
        <span>{name}</span>
        <InputNumber
          aria-label={name}
          {...TARGET_WEEKS}
          precision={0}
          value={targets[urgency]}
          suffix={t('recall.weeks')}
          onChange={(weeks) => weeks !== null && onChange({ ...targets, [urgency]: weeks })}
        />
      </div>
    )
  })
}
