import { LOGIN_TYPE, type Session } from '@mingmou/contract'
import { Button, Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/forms/field.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import type { LoginType } from './remembered.ts'

/** The fields of the login, and the other ways in. */
export function LoginFields(props: {
  type: LoginType
  /** The device stands for the password, which may be left out. */
  byDevice: boolean
  remember: boolean
  busy: boolean
  onTyping: () => void
  onRemember: (remember: boolean) => void
  onSession: (session: Session) => void
  onForgot: () => void
  onSignUp: () => void
  onSso: () => void
}) {
  const { t } = useTranslation('sessions')
  const { type, byDevice } = props
  return (
    <>
      <Field name="account" label={t('login.account')}>
        <Input size="large" autoFocus autoComplete="username" onChange={props.onTyping} />
      </Field>
      <Field name="password" label={t('login.password')}>
        <Input.Password
          size="large"
          autoComplete="current-password"
          visibilityToggle={!byDevice}
          onFocus={(event) => byDevice && event.target.select()}
          onChange={props.onTyping}
        />
      </Field>
      <div className="login-options">
        <Checkbox
          checked={props.remember}
          onChange={({ target }) => props.onRemember(target.checked)}
        >
          {t('login.remember')}
        </Checkbox>
        <Button type="link" size="small" onClick={props.onForgot}>
          {t('login.forgot')}
        </Button>
      </div>
      <Button type="primary" size="large" block htmlType="submit" loading={props.busy}>
        {t('common:action.logIn')}
      </Button>
      <PasskeyButton onSession={props.onSession} />
      {type === LOGIN_TYPE.organization && (
        <Button block size="large" onClick={props.onSso}>
          {t('sso.title')}
        </Button>
      )}
      <div className="login-register">
        <Button type="link" onClick={props.onSignUp}>
          {t(`login.register.${type}`)}
        </Button>
      </div>
    </>
  )
}
