import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

export function StepButtons({
  busy,
  onBack,
  go,
}: {
  busy: boolean
  onBack: () => void
  go?: string
}) {
  const { t } = useTranslation('second-factor')
  return (
    <>
      <Button type="primary" size="large" block htmlType="submit" loading={busy}>
        {go ?? t('signIn.go')}
      </Button>
      <div className="login-register">
        <Button type="link" onClick={onBack}>
          {t('signIn.back')}
        </Button>
      </div>
    </>
  )
}
