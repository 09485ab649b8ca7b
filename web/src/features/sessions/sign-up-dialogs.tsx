import {
  registerOrganization,
  registerUser,
  sendOrganizationSignUpEmail,
  sendSignUpEmail,
  type InputOf,
} from '@mingmou/contract'
import { App, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PATHS } from '../../app/paths.ts'
import { AreaInput } from '../../ui/areas.tsx'
import { CallDialog } from '../../ui/call-dialog.tsx'
import { Field } from '../../ui/call-form.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { NewPasswordInput } from '../../ui/new-password.tsx'
import { bothPasswords } from '../../ui/both-passwords.ts'
import { DocumentsInput } from './documents-input.tsx'
import { useDocuments, type Draft } from './documents.ts'
import './login.css'

interface Props {
  onClose: () => void
  /** Leads to the login with the new name. */
  onDone: (account: string) => void
}

export function SignUpUserDialog({ onClose, onDone }: Props) {
  const { t } = useTranslation('sessions')
  return (
    <CallDialog
      title={t('signUp.user')}
      call={registerUser}
      okText={t('signUp.submit')}
      check={checkPasswords}
      fallback={t('signUp.userFailed')}
      onClose={onClose}
      done={t('signUp.userDone')}
      onDone={(_, { email }) => onDone(email)}
    >
      <Field name="userName" label={t('signUp.userName')}>
        <Input autoFocus autoComplete="username" />
      </Field>
      <Address call={sendSignUpEmail} />
      <Passwords />
    </CallDialog>
  )
}

export function SignUpOrganizationDialog({ onClose, onDone }: Props) {
  const { t } = useTranslation('sessions')
  const { modal } = App.useApp()
  const { shares, upload } = useDocuments()
  const prepare = async (body: InputOf<typeof registerOrganization>) => {
    // The values of the form before their upload.
    const drafts = body.documents as Draft[] | undefined
    return drafts ? { ...body, documents: await upload(drafts, body) } : body
  }
  return (
    <CallDialog
      title={t('signUp.organization')}
      call={registerOrganization}
      width="7.6rem"
      okText={t('signUp.apply')}
      check={checkPasswords}
      prepare={prepare}
      fallback={t('signUp.organizationFailed')}
      onClose={onClose}
      onDone={(_, { email, name }) => {
        modal.success({
          title: t('signUp.applied'),
          content: t('signUp.appliedHint', { name, email }),
          okText: t('common:action.confirm'),
        })
        onDone(email)
      }}
    >
      <p className="soft dialog-hint">
        {t('signUp.organizationHint')}{' '}
        <Link to={PATHS.admission} target="_blank">
          {t('signUp.admission')}
        </Link>
      </p>
      <div className="form-grid">
        <Field name="name" label={t('signUp.name')}>
          <Input autoFocus autoComplete="organization" />
        </Field>
        <Field name="shortName" label={t('signUp.shortName')}>
          <Input />
        </Field>
        <Field name="contactName" label={t('signUp.contactName')}>
          <Input autoComplete="name" />
        </Field>
        <Field name="contactPhone" label={t('signUp.contactPhone')}>
          <Input inputMode="tel" autoComplete="tel" />
        </Field>
        <Field name="areaId" label={t('signUp.areaId')}>
          <AreaInput />
        </Field>
        <Field name="address" label={t('signUp.address')}>
          <Input autoComplete="street-address" />
        </Field>
        <Field name="describes" label={t('signUp.describes')} className="wide">
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} />
        </Field>
        <Field name="documents" label={t('documents.label')} className="wide">
          <DocumentsInput shares={shares} />
        </Field>
        <Address call={sendOrganizationSignUpEmail} />
        <Passwords />
      </div>
    </CallDialog>
  )
}

const checkPasswords = bothPasswords('password1', 'password2')

function Address({ call }: { call: typeof sendSignUpEmail | typeof sendOrganizationSignUpEmail }) {
  const { t } = useTranslation('sessions')
  return (
    <>
      <Field name="email" label={t('signUp.email')}>
        <Input inputMode="email" autoComplete="email" />
      </Field>
      <CodeField call={call} />
    </>
  )
}

function Passwords() {
  const { t } = useTranslation('sessions')
  return (
    <>
      <Field name="password1" label={t('signUp.password')}>
        <NewPasswordInput />
      </Field>
      <Field name="password2" label={t('signUp.repeat')}>
        <Input.Password autoComplete="new-password" />
      </Field>
    </>
  )
}
