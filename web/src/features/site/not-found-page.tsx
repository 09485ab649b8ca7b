import { FileSearchOutlined } from '@ant-design/icons'
import { Button, Result } from 'antd'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../app/paths.ts'

export function Component() {
  const { t } = useTranslation()
  return (
    <Result
      icon={<FileSearchOutlined />}
      title={t('notFound.title')}
      subTitle={t('notFound.hint')}
      extra={
        <Button type="primary" href={`#${PATHS.home}`}>
          {t('action.home')}
        </Button>
      }
    />
  )
}
