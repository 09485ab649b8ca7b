import type { Drawable, Reason } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../../lib/texts/i18n.ts'
import { NotMeasured } from '../../../ui/findings/not-measured.tsx'
import { worded, type Standing } from './standing.ts'

/** Who drew what holds, or that it is the machine's. */
export function Whose(props: { drawable: Drawable; standing: Standing; withheld: Reason | null }) {
  const { t } = useTranslation('analyses')
  const { withheld } = props
  const { holds, isDrawn, map, at } = props.standing
  if (holds)
    return (
      <>
        {t(worded(props.drawable, 'drawn'), {
          clinician: holds.clinician,
          time: formatInstant(holds.made_at),
        })}
        {holds.earlier && <small> · {t('draw.earlier')}</small>}{' '}
        {isDrawn && withheld !== null && <NotMeasured reason={withheld} />}
      </>
    )
  if (withheld === null) return t((map ?? at) ? 'draw.by_machine' : 'draw.none')
  return (
    <>
      {t('draw.by_machine')} <NotMeasured reason={withheld} />
    </>
  )
}
