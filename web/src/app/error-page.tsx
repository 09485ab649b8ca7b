import { Button, Result } from 'antd'
import { useTranslation } from 'react-i18next'
import { PATHS } from './paths.ts'

/** A page that failed. The rest of the product stays. */
export function ErrorPage() {
  const { t } = useTranslation()
  return (
    <Result
      status="error"
      title={t('broken.title')}
      subTitle={t('broken.hint')}
      extra={[
        <Button key="again" type="primary" onClick={() => window.location.reload()}>
          {t('action.reload')}
        </Button>,
        <Button key="home" href={`#${PATHS.home}`}>
          {t('action.home')}
        </Button>,
      ]}
    />
  )
}
