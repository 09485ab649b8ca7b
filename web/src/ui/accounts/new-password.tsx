import { NewPassword } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/texts/say.ts'
import './new-password.css'

const CLASSES = [/\d/, /[a-z]/, /[A-Z]/, /[^\dA-Za-z\s]/]

/** 0 is not allowed yet. 1 to 3: more kinds of characters and more of them. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 {
  if (!NewPassword.safeParse(password).success) return 0
  const kinds = CLASSES.filter((pattern) => pattern.test(password)).length
  if (kinds >= 3 && password.length >= 12) return 3
  return kinds >= 3 || password.length >= 12 ? 2 : 1
}

/** A new password, with the rule and the strength of the input below it. */
export function NewPasswordInput(props: {
  id?: string
  value?: string
  onChange?: (event: React.ChangeEvent<HTMLInputElement>) => void
  onBlur?: () => void
}) {
  const { t } = useTranslation()
  const strength = passwordStrength(props.value ?? '')
  return (
    <>
      <Input.Password {...props} autoComplete="new-password" />
      <div className="password-strength" data-strength={props.value ? strength : 'none'}>
        <span className="password-bars" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        <span aria-live="polite">
          {props.value ? t(`password.strength.${strength}`) : say('password_format')}
        </span>
      </div>
    </>
  )
}
