import { CERTIFICATE_CHARS, type Destination } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { Field } from '../../ui/forms/field.tsx'

/** What we show to a server that asks for it. The key is told to nobody again. */
export function CertificateField({ kept }: { kept: Destination['certificate'] }) {
  const { t } = useTranslation('destinations')
  const hint = kept
    ? t('hint.certificate_kept', { subject: kept.subject, until: formatInstant(kept.until) })
    : t('hint.certificate')
  return (
    <Field name="certificate" label={t('field.certificate')} hint={hint}>
      <Input.TextArea
        autoComplete="off"
        spellCheck={false}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={CERTIFICATE_CHARS}
        placeholder="-----BEGIN CERTIFICATE-----"
      />
    </Field>
  )
}
