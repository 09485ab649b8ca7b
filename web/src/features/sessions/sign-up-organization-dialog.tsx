import {
  ADMISSION_DOCUMENTS,
  registerOrganization,
  sendOrganizationSignUpEmail,
  type InputOf,
  type RefusedApplication,
} from '@mingmou/contract'
import { Alert, App, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PATHS } from '../../paths.ts'
import { AreaInput } from '../../ui/forms/areas.tsx'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { DocumentsInput } from './documents-input.tsx'
import { draftAgain, useDocuments, type Draft } from './documents.ts'
import {
  checkPasswords,
  AddressFields,
  PasswordFields,
  type SignUpProps,
} from './sign-up-fields.tsx'

/** An application that was not approved, with the password that has just opened it. */
export type Refused = RefusedApplication & { password: string }

/** With `refused` it begins with what that application held. */
export function SignUpOrganizationDialog({
  onClose,
  onDone,
  refused,
}: SignUpProps & { refused?: Refused }) {
  const { t } = useTranslation('sessions')
  const { modal } = App.useApp()
  const { shares, upload } = useDocuments()
  const prepare = async (body: InputOf<typeof registerOrganization>) => {
    // The values of the form before their upload.
    const { documents, ...fields } = body
    const drafts = (documents as Draft[] | undefined) ?? []
    const fresh = drafts.flatMap(({ file, ...rest }) => (file === null ? [] : [{ ...rest, file }]))
    const kept_documents = drafts
      .filter((draft) => draft.file === null)
      .map(({ id, kind }) => ({ document_id: id, kind }))
    return {
      ...fields,
      ...(fresh.length > 0 && { documents: await upload(fresh, body) }),
      ...(kept_documents.length > 0 && { kept_documents }),
    }
  }
  return (
    <CallDialog
      title={t('signUp.organization')}
      call={registerOrganization}
      width="7.6rem"
      okText={t('signUp.apply')}
      check={checkPasswords}
      prepare={prepare}
      {...(refused && { initial: fieldsOf(refused) })}
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
      {refused && (
        <Alert
          type="warning"
          showIcon
          title={t('signUp.refused', { why: refused.review_msg })}
          description={t('signUp.refusedHint', { count: ADMISSION_DOCUMENTS.keptDaysAfterRefusal })}
        />
      )}
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
        <AddressFields call={sendOrganizationSignUpEmail} />
        <PasswordFields />
      </div>
    </CallDialog>
  )
}

const fieldsOf = ({ application, documents, password }: Refused) => ({
  ...application,
  password1: password,
  password2: password,
  ...(documents.length > 0 && { documents: documents.map(draftAgain) }),
})
