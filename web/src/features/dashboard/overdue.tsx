import { listSteps, MOST_COUNTED } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import { callQuery } from '../../lib/calls/call-query.ts'

/** Who should have come by now: the recalls and referrals past their day, with the way to their lists. */
export function Overdue() {
  const { t } = useTranslation('dashboard')
  const recall = useQuery(callQuery(listSteps, { of: 'recall', size: 1 })).data
  const referral = useQuery(callQuery(listSteps, { of: 'referral', size: 1 })).data
  if (!recall || !referral) return null
  if (!recall.on && recall.overdue === 0 && referral.overdue === 0) return null
  const text = (n: number) => (n < MOST_COUNTED ? String(n) : `${MOST_COUNTED}+`)
  return (
    <p className="panel dashboard-overdue">
      {t('overdue.title')}{' '}
      <a href={`#${PATHS.referrals}`}>{t('overdue.referral', { n: text(referral.overdue) })}</a>{' '}
      <a href={`#${PATHS.recall}`}>{t('overdue.recall', { n: text(recall.overdue) })}</a>
    </p>
  )
}
