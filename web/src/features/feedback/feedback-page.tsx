import { commitFeedback, Email, FEEDBACK, sendFeedbackForms } from '@mingmou/contract'
import { Button, Form, Input, Result } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import { api } from '../../lib/calls/api.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { useUploads } from '../../lib/files/uploads.ts'
import { CallForm } from '../../ui/forms/call-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { isBlank, type Values } from '../../ui/forms/call-values.ts'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { useLeaveGuard } from '../../ui/dialogs/leave-guard.ts'
import { AttachmentsInput, type Attachment } from './attachments-input.tsx'
import { ClassInput } from './class-input.tsx'
import './feedback.css'

/** Feedback of anybody. Nothing of it is kept in the browser. */
export function Component() {
  const { t } = useTranslation('feedback')
  const [sent, setSent] = useState<{ mailed: boolean } | null>(null)
  return (
    <div className="feedback-page panel">
      {sent === null ? (
        <FeedbackForm onSent={(mailed) => setSent({ mailed })} />
      ) : (
        <Result
          status="success"
          title={t('sent.title')}
          subTitle={t(sent.mailed ? 'sent.mailed' : 'sent.hint')}
          extra={[
            <Button key="home" type="primary" href={`#${PATHS.home}`}>
              {t('common:action.home')}
            </Button>,
            <Button key="again" onClick={() => setSent(null)}>
              {t('sent.again')}
            </Button>,
          ]}
        />
      )}
    </div>
  )
}

function FeedbackForm({ onSent }: { onSent: (mailed: boolean) => void }) {
  const { t } = useTranslation('feedback')
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const session = useSession()
  const { shares, upload } = useUploads((name) => t('files.failed', { name }))
  const entered = Form.useWatch([], form) as Values | undefined
  useLeaveGuard(t('title'), !Object.values(entered ?? {}).every(isBlank))
  return (
    <>
      <h1>{t('title')}</h1>
      <p>{t('lead')}</p>
      <p className="soft">
        {session ? t('sender.account', { name: session.userName }) : t('sender.visitor')}
      </p>
      <CallForm
        call={commitFeedback}
        form={form}
        fallback={t('failed')}
        {...(session && { fixed: { uid: session.uid } })}
        prepare={async ({ file_list, ...body }) => {
          const files = (form.getFieldValue('file_list') ?? []) as Attachment[]
          if (file_list === undefined) return body
          const ask = (count: number) => api(sendFeedbackForms, { count })
          return { ...body, file_list: await upload(files, '', ask) }
        }}
        onBusy={setBusy}
        onDone={(_, { contact }) => onSent(Email.safeParse(contact).success)}
      >
        <Field name="type_class" label={t('field.type_class')}>
          <ClassInput />
        </Field>
        <Field
          name="content"
          label={t('field.content')}
          className="feedback-content"
          hint={t('hint.content')}
        >
          <Input.TextArea
            autoSize={{ minRows: 5, maxRows: 14 }}
            maxLength={FEEDBACK.contentChars}
            showCount
          />
        </Field>
        <Field name="file_list" label={t('field.file_list')}>
          <AttachmentsInput shares={shares} />
        </Field>
        <Field name="contact" label={t('field.contact')} hint={t('hint.contact')}>
          <Input maxLength={FEEDBACK.contactChars} />
        </Field>
        <Field name="return_time" label={t('field.return_time')}>
          <DateInput days="coming" placeholder={t('hint.return_time')} />
        </Field>
        <p className="soft">{t('privacy')}</p>
        <Button type="primary" htmlType="submit" size="large" loading={busy} block>
          {t('submit')}
        </Button>
      </CallForm>
    </>
  )
}
