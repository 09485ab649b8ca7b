import { adminReviewInstitution } from '@mingmou/contract'
import { Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Detail } from '../detail-dialog.tsx'
import { institutionsChanged } from '../queries.ts'

/** A sign-up with all its fields, to be approved or refused. */
export function ReviewDialog({ oid, onClose }: { oid: string; onClose: () => void }) {
  const { t } = useTranslation('institutions')
  // Somebody else may have decided meanwhile: the lists are fetched again either way.
  const leave = () => {
    void institutionsChanged()
    onClose()
  }
  return (
    <CallDialog
      title={t('review.title')}
      call={adminReviewInstitution}
      width="7.6rem"
      fixed={{ oid }}
      okText={t('review.submit')}
      fallback={t('review.failed')}
      onClose={leave}
      done={({ review_status }) => t(`review.done.${review_status}`)}
    >
      <div className="review-detail">
        <Detail oid={oid} />
      </div>
      <Field name="review_status" label={t('review.decision')}>
        <Radio.Group
          options={[
            { value: 1, label: t('review.approve') },
            { value: 2, label: t('review.refuse') },
          ]}
        />
      </Field>
      <Field name="review_msg" label={t('review.message')}>
        <Input.TextArea
          autoSize={{ minRows: 2, maxRows: 4 }}
          maxLength={200}
          showCount
          placeholder={t('review.messageHint')}
        />
      </Field>
    </CallDialog>
  )
}
