import {
  groundsText,
  isRecall,
  isRefer,
  REFERRAL_URGENCIES,
  ruleOfKind,
  sayIn,
  STEP_KINDS,
  STEP_MONTHS,
  STEP_TEXT_CHARS,
  stepText,
  type ChosenStep,
  type ProposedStep,
  type StepKind,
  type StepRules,
} from '@mingmou/contract'
import { Input, InputNumber, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { language } from '../../../lib/texts/i18n.ts'
import { firstStep, filledStep } from './first-step.ts'

interface Props {
  rules: StepRules
  proposed: ProposedStep | null
  /** The form gives both. */
  value?: ChosenStep | undefined
  onChange?: (step: ChosenStep) => void
}

/** What is to become of the patient: what the rules propose, or what the clinician chooses in its place. */
export function NextStepInput({ rules, proposed, value, onChange }: Props) {
  const { t } = useTranslation(['analyses', 'findings'])
  const say = sayIn(language())
  const step = value ?? firstStep(proposed, rules)
  const change = (traits: Partial<ChosenStep>) => step && onChange?.({ ...step, ...traits })
  const choose = (kind: StepKind) =>
    onChange?.({ ...filledStep(ruleOfKind(kind, rules), rules), note: step?.note ?? '' })
  return (
    <div className="dx-step">
      <p className="soft">
        {proposed === null
          ? t('sign.step_none')
          : t('sign.step_proposed', {
              step: stepText(proposed.step, say),
              grounds: groundsText(proposed.grounds, say),
            })}
      </p>
      <Radio.Group
        aria-label={t('sign.next_step')}
        value={step?.kind}
        options={STEP_KINDS.map((kind) => ({
          value: kind,
          label: t(`findings:next_step.kind.${kind}`),
        }))}
        onChange={({ target }) => choose(target.value as StepKind)}
      />
      {step && isRecall(step.kind) && (
        <label className="dx-step-row">
          {t('sign.step_months')}
          <InputNumber
            {...STEP_MONTHS}
            precision={0}
            value={step.months}
            onChange={(months) => change({ months })}
          />
        </label>
      )}
      {step && isRefer(step.kind) && (
        <>
          <Radio.Group
            aria-label={t('sign.step_urgency')}
            value={step.urgency}
            options={REFERRAL_URGENCIES.toReversed().map((urgency) => ({
              value: urgency,
              label: t('sign.step_within', {
                urgency: t(`findings:next_step.urgency.${urgency}`),
                n: rules.targets[urgency],
              }),
            }))}
            onChange={({ target }) => change({ urgency: target.value as ChosenStep['urgency'] })}
          />
          <Input
            aria-label={t('sign.step_to')}
            placeholder={t('sign.step_to')}
            maxLength={STEP_TEXT_CHARS.to}
            value={step.to}
            onChange={({ target }) => change({ to: target.value })}
          />
        </>
      )}
      {step && (
        <Input
          aria-label={t('sign.step_note')}
          placeholder={t('sign.step_note')}
          maxLength={STEP_TEXT_CHARS.note}
          value={step.note}
          onChange={({ target }) => change({ note: target.value })}
        />
      )}
    </div>
  )
}
