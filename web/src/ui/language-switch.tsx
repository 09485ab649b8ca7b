import { GlobalOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { changeLanguage, language } from '../lib/i18n.ts'

/** Offers the other language, by its own name. */
export function LanguageSwitch() {
  const { t } = useTranslation()
  const next = language() === 'en' ? 'zh-CN' : 'en'
  return (
    <Button
      type="text"
      lang={next}
      icon={<GlobalOutlined />}
      onClick={() => void changeLanguage(next)}
    >
      {t('otherLanguage')}
    </Button>
  )
}
