import type { Eye } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { Nothing } from '../../ui/states/states.tsx'
import type { Sitting } from './sides.ts'
import type { Side } from './use-comparison.ts'

interface Props {
  eye: Eye
  /** The sittings without an image of the eye. */
  without: readonly { side: Side; sitting: Pick<Sitting, 'record_date'> }[]
}

/** Why there is nothing beside each other: one eye is never compared with the other. */
export function MissingEye({ eye, without }: Props) {
  const { t } = useTranslation(['comparisons', 'findings'])
  return (
    <div className="panel">
      <Nothing
        hint={t('missing_eye', {
          code: eye,
          eye: t(`findings:eye.${eye}`),
          sittings: without
            .map(({ side, sitting }) => `${t(side)} ${sitting.record_date}`)
            .join(t('findings:comma')),
        })}
      />
    </div>
  )
}
