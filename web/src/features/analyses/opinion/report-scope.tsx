import type { Eye } from '@mingmou/contract'
import { Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { type BothEyes, chosenOf, EYES } from '../sitting/both-eyes.ts'

export interface Scope {
  /** What the report covers: the sitting's two eyes, or the photograph on screen. */
  of: 'both' | 'one'
  /** Photographs that the clinician chose, by eye. */
  picked: Readonly<Partial<Record<Eye, number>>>
}

interface Props {
  eyes: BothEyes
  /** Index of the photograph on screen. */
  index: number
  scope: Scope
  onScope: (scope: Scope) => void
}

/**
 * Chooses whether one report covers both eyes, which comes first, or the photograph on screen; and
 * which photographs.
 */
export function ReportScope({ eyes, index, scope, onScope }: Props) {
  const { t } = useTranslation(['analyses', 'findings'])
  return (
    <>
      <Radio.Group
        aria-label={t('scope.title')}
        value={scope.of}
        options={[
          { value: 'both', label: t('scope.both') },
          { value: 'one', label: t('scope.one', { number: index + 1 }) },
        ]}
        onChange={({ target }) => onScope({ ...scope, of: target.value as Scope['of'] })}
      />
      {scope.of === 'both' && (
        <div className="dx-scope">
          {EYES.map((eye) => (
            <label key={eye}>
              {t(`findings:eye.${eye}`)}
              <Select
                size="small"
                aria-label={t('scope.photograph', { eye: t(`findings:eye.${eye}`) })}
                disabled={eyes[eye].length === 1}
                value={chosenOf(eyes, eye, scope.picked).image_index}
                options={eyes[eye].map(({ image_index }, place) => ({
                  value: image_index,
                  label: t(place === 0 ? 'scope.first' : 'scope.number', {
                    number: image_index + 1,
                  }),
                }))}
                onChange={(picked) =>
                  onScope({ ...scope, picked: { ...scope.picked, [eye]: picked } })
                }
              />
            </label>
          ))}
        </div>
      )}
    </>
  )
}
