import { deleteDestination, echoDestination, type Destination } from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { showError, showSuccess } from '../../lib/notices/notices.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { destinationsChanged } from './queries.ts'

export function DestinationActions({ row, onEdit }: { row: Destination; onEdit: () => void }) {
  const { t } = useTranslation('destinations')
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)
  const { destination_id, name } = row
  const echo = async () => {
    setBusy(true)
    try {
      const { fault } = await api(echoDestination, { destination_id })
      if (fault === null) showSuccess(t('echo.answered', { name }))
      else showError(t('echo.failed', { name, fault }))
    } catch (error) {
      showFailure(error, t('echo.broken'))
    } finally {
      setBusy(false)
      await destinationsChanged()
    }
  }
  const remove = () =>
    confirm(
      'delete.destination',
      'danger',
      name,
      deleteDestination,
      { destination_id },
      destinationsChanged,
    )
  return (
    <RowActions
      actions={[
        { label: t('echo.button'), loading: busy, onClick: () => void echo() },
        { label: t('common:action.edit'), onClick: onEdit },
        { label: t('common:action.delete'), danger: true, onClick: remove },
      ]}
    />
  )
}
