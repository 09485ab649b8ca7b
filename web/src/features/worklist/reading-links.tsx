import { READING_ROLES, type ReadingRole } from '@mingmou/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { readingsPath } from '../../paths.ts'

/** What waits to be read by the rule of the institution. */
export function ReadingLinks(counts: Record<ReadingRole, number>) {
  const { t } = useTranslation('worklist')
  return (
    <span className="wl-readings">
      {READING_ROLES.map((role) => (
        <Button key={role} href={`#${readingsPath(role)}`}>
          {t(`readings.${role}`)} {counts[role]}
        </Button>
      ))}
    </span>
  )
}
