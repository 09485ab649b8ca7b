import {
  exportValidation,
  LANGUAGES,
  printValidation,
  type OpenedValidation,
} from '@mingmou/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { SaveButton } from '../../ui/forms/save-button.tsx'

export function Downloads({ study: { validation_id, name } }: Pick<OpenedValidation, 'study'>) {
  const { t } = useTranslation('validations')
  const [lang, setLang] = useState(language)
  return (
    <div className="validation-actions">
      <Select
        aria-label={t('pdfLanguage')}
        value={lang}
        onChange={setLang}
        options={LANGUAGES.map((value) => ({
          value,
          label: t(value === language() ? 'pdfIn.own' : 'pdfIn.other'),
        }))}
      />
      <SaveButton
        label={t('pdf')}
        failed={t('pdfFailed')}
        name={`${name}.pdf`}
        call={printValidation}
        body={{ validation_id, lang }}
      />
      <SaveButton
        label={t('csv')}
        failed={t('csvFailed')}
        name={`${name}.csv`}
        call={exportValidation}
        body={{ validation_id }}
      />
    </div>
  )
}
