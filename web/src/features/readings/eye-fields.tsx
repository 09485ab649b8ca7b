import { READ_TREATMENTS, SAID, type Eye, type ReadEye } from '@mingmou/contract'
import { Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'

/** What is chosen of an eye so far. */
export type Chosen = Partial<Omit<ReadEye, 'stage'>> & { stage?: number | null | undefined }

/** Of an eye that is not gradable nothing else is stated. */
const withStage = (chosen: Chosen, stage: number | null): Chosen =>
  stage === null
    ? { ...chosen, stage, oedema: 'unsure', glaucoma: 'unsure' }
    : chosen.stage === null
      ? { ...(chosen.treated && { treated: chosen.treated }), stage }
      : { ...chosen, stage }

const STAGES = [0, 1, 2, 3, 4, null] as const

export function EyeFields(props: { eye: Eye; chosen: Chosen; onChoose: (chosen: Chosen) => void }) {
  const { t } = useTranslation('readings')
  const { eye, chosen, onChoose } = props
  const isUnreadable = chosen.stage === null
  return (
    <fieldset className="rd-eye">
      <legend>{t(`eye.${eye}`)}</legend>
      <Radio.Group
        aria-label={`${eye} ${t('stage')}`}
        value={chosen.stage === null ? 'none' : chosen.stage}
        onChange={({ target }: { target: { value?: number | 'none' } }) =>
          onChoose(withStage(chosen, target.value === 'none' ? null : (target.value ?? null)))
        }
        options={STAGES.map((stage) => ({
          value: stage ?? 'none',
          label: t(`stages.${stage ?? 'none'}`),
        }))}
      />
      {(['oedema', 'glaucoma'] as const).map((field) => (
        <div key={field} className="rd-said">
          <span>{t(field)}</span>
          <Radio.Group
            aria-label={`${eye} ${t(field)}`}
            disabled={isUnreadable}
            value={chosen[field] ?? null}
            onChange={({ target }: { target: { value?: ReadEye['oedema'] } }) =>
              onChoose({ ...chosen, [field]: target.value })
            }
            options={SAID.map((value) => ({ value, label: t(`said.${value}`) }))}
          />
        </div>
      ))}
      <div className="rd-said">
        <span>{t('treated')}</span>
        <Select
          aria-label={`${eye} ${t('treated')}`}
          value={chosen.treated ?? 'none'}
          onChange={(treated) => onChoose({ ...chosen, treated })}
          options={READ_TREATMENTS.map((value) => ({ value, label: t(`treatments.${value}`) }))}
        />
      </div>
    </fieldset>
  )
}
