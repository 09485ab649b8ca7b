import type { Call, DataOf, InputOf } from '@mingmou/contract'
import { Modal, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'

/** Whose secrets they are: each has its words. */
type Owner = 'clients' | 'webhooks'

/** Gives a new secret, beside the earlier one for a while or at once in its place. */
export function RotateDialog<C extends Call>(props: {
  owner: Owner
  call: C
  fixed: Partial<InputOf<C>>
  name: string
  onDone: (data: DataOf<C>) => unknown
  onClose: () => void
}) {
  const { t } = useTranslation(props.owner)
  return (
    <CallDialog
      title={t('rotate.title')}
      call={props.call}
      fixed={props.fixed}
      initial={{ at_once: false }}
      fallback={t('rotate.failed')}
      okText={t('rotate.ok')}
      onClose={props.onClose}
      onDone={props.onDone}
    >
      <p>{t('rotate.lead', { name: props.name })}</p>
      <Field name="at_once" label={t('rotate.earlier')}>
        <Radio.Group
          className="clients-choices"
          options={[
            { value: false, label: t('rotate.overlap') },
            { value: true, label: t('rotate.atOnce') },
          ]}
        />
      </Field>
    </CallDialog>
  )
}

/** Shows a secret, which is in no answer after this one: it closes by its button alone. */
export function SecretModal(props: {
  owner: Owner
  onClose: () => void
  children: React.ReactNode
}) {
  const { t } = useTranslation(props.owner)
  return (
    <Modal
      open
      centered
      title={t('secret.title')}
      width="6.4rem"
      mask={{ closable: false }}
      closable={false}
      okText={t('secret.ok')}
      footer={(_, { OkBtn }) => <OkBtn />}
      onOk={props.onClose}
    >
      <div className="clients-secret">{props.children}</div>
    </Modal>
  )
}
