import { ToolOutlined } from '@ant-design/icons'
import { Result } from 'antd'
import { useTranslation } from 'react-i18next'

/** The placeholder of a page that is not built yet. */
export function Maintenance({ extra }: { extra?: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <Result
      icon={<ToolOutlined />}
      title={t('undeveloped.title')}
      subTitle={t('undeveloped.hint')}
      extra={extra}
    />
  )
}
