import {
  STEP_GROUNDS,
  STEP_PRESETS,
  type DataOf,
  type getStepRules,
  type StepRules,
} from '@mingmou/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { RuleOfGround } from './rules/step-rule.tsx'
import { Targets } from './rules/targets.tsx'
import { Texts, PageOfLetters } from './rules/texts.tsx'

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
            <RuleOfGround
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
