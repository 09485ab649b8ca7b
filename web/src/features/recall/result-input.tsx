import { YES_OR_NO, type StepResult } from '@mingmou/contract'
import { Input, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'

/** What the receiving clinic found. */
export function ResultInput(props: {
  value?: StepResult
  onChange?: (result: StepResult) => void
}) {
  const { t } = useTranslation('recall')
  const { value, onChange } = props
  const change = (traits: Partial<StepResult>) =>
    onChange?.({
      found: 'disease',
      stage: null,
      oedema: null,
      glaucoma: null,
      treatment: '',
      ...value,
      ...traits,
    })
  const yesOrNo = YES_OR_NO.map((value) => ({ value, label: t(`result.${value}`) }))
  return (
    <div className="recall-result">
      <Radio.Group
        aria-label={t('result.title')}
        value={value?.found}
        options={(['none', 'disease'] as const).map((found) => ({
          value: found,
          label: t(`result.${found}`),
        }))}
        onChange={({ target }) => change({ found: target.value as StepResult['found'] })}
      />
      {value?.found === 'disease' && (
        <>
          <Select
            allowClear
            aria-label={t('result.stage')}
            placeholder={t('result.stage')}
            value={value.stage}
            options={[0, 1, 2, 3, 4].map((stage) => ({
              value: stage,
              label: t('result.of', { stage }),
            }))}
            onChange={(stage: number | undefined) => change({ stage: stage ?? null })}
          />
          {(['oedema', 'glaucoma'] as const).map((name) => (
            <Select
              key={name}
              allowClear
              aria-label={t(`result.${name}`)}
              placeholder={t(`result.${name}`)}
              value={value[name]}
              options={yesOrNo}
              onChange={(is: StepResult['oedema'] | undefined) => change({ [name]: is ?? null })}
            />
          ))}
          <Input
            aria-label={t('result.treatment')}
            placeholder={t('result.treatment')}
            maxLength={200}
            value={value.treatment}
            onChange={({ target }) => change({ treatment: target.value })}
          />
        </>
      )}
    </div>
  )
}
