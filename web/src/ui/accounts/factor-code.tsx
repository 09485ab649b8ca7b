import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../forms/field.tsx'
import './second-factor.css'

/** The field for a code of the app. */
export function AppCodeField({ autoFocus = false }: { autoFocus?: boolean }) {
  const { t } = useTranslation('second-factor')
  return (
    <Field name="code" label={t('code.app')}>
      <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} autoFocus={autoFocus} />
    </Field>
  )
}

/** The field for a code of the app, which a recovery code may stand for. */
export function FactorCodeField({ autoFocus = false }: { autoFocus?: boolean }) {
  const { t } = useTranslation('second-factor')
  const [recovery, setRecovery] = useState(false)
  return (
    <div className="factor-code">
      {recovery ? (
        <Field name="code" label={t('code.recovery')} hint={t('code.recoveryHint')}>
          <Input autoComplete="off" maxLength={16} autoFocus />
        </Field>
      ) : (
        <AppCodeField autoFocus={autoFocus} />
      )}
      <Button type="link" size="small" onClick={() => setRecovery(!recovery)}>
        {t(recovery ? 'code.useApp' : 'code.useRecovery')}
      </Button>
    </div>
  )
}
