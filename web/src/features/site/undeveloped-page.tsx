import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Maintenance } from '../../ui/maintenance.tsx'

export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Maintenance extra={<Button onClick={() => void navigate(-1)}>{t('action.back')}</Button>} />
  )
}
