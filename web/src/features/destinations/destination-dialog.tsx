import { addDestination, setDestination, type Destination } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { destinationsChanged } from './queries.ts'
import { initialOf } from './destination-values.ts'
import { DestinationFields } from './destination-fields.tsx'

export function DestinationDialog(props: { destination: Destination | null; onClose: () => void }) {
  const { t } = useTranslation('destinations')
  const { destination } = props
  const common = {
    fallback: t(destination ? 'set.failed' : 'add.failed'),
    title: t(destination ? 'set.title' : 'add.title'),
    done: t(destination ? 'set.done' : 'add.done'),
    initial: initialOf(destination),
    onDone: destinationsChanged,
    onClose: props.onClose,
  }
  const fields = <DestinationFields kept={destination} />
  if (!destination)
    return (
      <CallDialog call={addDestination} {...common}>
        {fields}
      </CallDialog>
    )
  const { destination_id } = destination
  return (
    <CallDialog call={setDestination} fixed={{ destination_id }} {...common}>
      {fields}
    </CallDialog>
  )
}
