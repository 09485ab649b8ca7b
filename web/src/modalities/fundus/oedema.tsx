import {
  correctedText,
  type FundusFindings,
  inForce,
  oedemaText,
  type Judgement,
  reasonOf,
  sayIn,
} from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { NotMeasured } from '../../ui/findings/not-measured.tsx'

export function Oedema({
  findings: { dr, not_measured },
  judgements,
}: {
  findings: FundusFindings
  judgements: readonly Judgement[]
}) {
  const { t } = useTranslation('findings')
  const stated = inForce(judgements.find(({ name }) => name === 'oedema')?.corrections ?? [])
  const oedema = dr?.macular_oedema ?? null
  if (oedema === null)
    return (
      <p>
        {t('dr.oedema')}{' '}
        <NotMeasured none="undetermined" reason={reasonOf(not_measured, 'dr.macular_oedema')} />
      </p>
    )
  return (
    <p className={oedema ? 'dx-caution' : undefined}>
      {stated
        ? t('correction.stated_of', {
            name: t('correction.name.oedema'),
            value: correctedText('oedema', oedema, sayIn(language())),
          })
        : oedemaText(oedema, dr?.near_uncounted ?? 0, sayIn(language()))}
    </p>
  )
}
