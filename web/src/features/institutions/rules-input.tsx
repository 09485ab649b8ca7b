import {
  isRecall,
  isRefer,
  PAGE_DAYS,
  REFERRAL_URGENCIES,
  STEP_GROUNDS,
  STEP_KINDS,
  STEP_MONTHS,
  STEP_PRESETS,
  STEP_TEXT_CHARS,
  TARGET_WEEKS,
  type DataOf,
  type getStepRules,
  type StepGround,
  type StepKind,
  type StepRule,
  type StepRules,
} from '@mingmou/contract'
import { Button, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'

export type Presets = DataOf<typeof getStepRules>['presets']

interface Props {
  presets: Presets
  /** The form gives both. */
  value?: StepRules | null
  onChange?: (rules: StepRules | null) => void
}

/** A published table to begin with, every number of it to be changed; null: no recall. */
export function RulesInput({ presets, value = null, onChange }: Props) {
  const { t } = useTranslation(['institutions', 'findings'])
  const take = (preset: (typeof STEP_PRESETS)[number]) =>
    onChange?.({
      preset,
      ...presets[preset],
      refer_to: value?.refer_to ?? '',
      call: value?.call ?? '',
      page_days: value?.page_days ?? null,
    })
  const change = (traits: Partial<StepRules>) => value && onChange?.({ ...value, ...traits })
  return (
    <div className="recall-rules">
      <div className="recall-presets">
        {STEP_PRESETS.map((preset) => (
          <Button key={preset} onClick={() => take(preset)}>
            {t(`recall.take.${preset}`)}
          </Button>
        ))}
        {value && <Button onClick={() => onChange?.(null)}>{t('recall.end')}</Button>}
      </div>
      {value === null ? (
        <p className="soft">{t('recall.off')}</p>
      ) : (
        <>
          <p className="soft">{t(`recall.source.${value.preset ?? 'own'}`)}</p>
          {STEP_GROUNDS.map((ground) => (
            <Rule
              key={ground}
              ground={ground}
              rule={value.rules[ground]}
              onChange={(rule) =>
                change({ preset: null, rules: { ...value.rules, [ground]: rule } })
              }
            />
          ))}
          <Targets
            targets={value.targets}
            onChange={(targets) => change({ preset: null, targets })}
          />
          <Texts value={value} onChange={change} />
          <PageOfLetters value={value} onChange={change} />
        </>
      )}
    </div>
  )
}

/** What a kind begins with, as nobody has entered its number yet. */
const ruleOf = (kind: StepKind, { months, urgency }: StepRule): StepRule => ({
  kind,
  months: isRecall(kind) ? (months ?? STEP_MONTHS.min) : null,
  urgency: isRefer(kind) ? (urgency ?? 'routine') : null,
})

function Rule(props: { ground: StepGround; rule: StepRule; onChange: (rule: StepRule) => void }) {
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

/** Within how many weeks a referred patient is to be seen. */
function Targets(props: {
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

/** How long a letter opens on its patient's phone. Off where no days are entered. */
function PageOfLetters({ value, onChange }: TraitsProps) {
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

interface TraitsProps {
  value: StepRules
  onChange: (traits: Partial<StepRules>) => void
}

function Texts({ value, onChange }: TraitsProps) {
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
