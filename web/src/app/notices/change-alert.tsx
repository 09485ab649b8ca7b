import { CLINICIANS, myChanges } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { callQuery } from '../../lib/calls/call-query.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { PATHS } from '../../paths.ts'
import './change-alert.css'

/** Above every page of a clinician whose account somebody else asked to change. */
export function ChangeAlert() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const role = useSession()?.role
  const enabled = CLINICIANS.some((clinician) => clinician === role)
  const { data } = useQuery({ ...callQuery(myChanges, {}), enabled })
  if (!data || data.changes.length === 0 || pathname === PATHS.myAccount) return null
  return (
    <div role="status" className="change-alert">
      {t('accountChange.alert')} <Link to={PATHS.myAccount}>{t('accountChange.open')}</Link>
    </div>
  )
}
