import { adminChangeAccountLimit, MAX_ACCOUNT_LIMIT, type Institution } from '@mingmou/contract'
import { InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { institutionsChanged } from './queries.ts'

/** How many sub-accounts an institution may have. */
export function LimitDialog(props: { institution: Institution; onClose: () => void }) {
  const { t } = useTranslation('institutions')
  const { oid, name, account_limit } = props.institution
  return (
    <CallDialog
      title={t('limit.title')}
      call={adminChangeAccountLimit}
      width="4.2rem"
      fixed={{ oid }}
      initial={{ account_limit }}
      fallback={t('limit.failed')}
      onClose={props.onClose}
      done={t('limit.done')}
      onDone={institutionsChanged}
    >
      <p className="dialog-hint long-text">{name}</p>
      <Field name="account_limit" label={t('field.account_limit')}>
        <InputNumber
          autoFocus
          min={0}
          max={MAX_ACCOUNT_LIMIT}
          precision={0}
          style={{ width: '100%' }}
        />
      </Field>
    </CallDialog>
  )
}
