import { ToolOutlined } from '@ant-design/icons'
import { Button, Result } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

/** Stands where a page is still to come. */
export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Result
      icon={<ToolOutlined />}
      title={t('undeveloped.title')}
      subTitle={t('undeveloped.hint')}
      extra={<Button onClick={() => void navigate(-1)}>{t('action.back')}</Button>}
    />
  )
}
