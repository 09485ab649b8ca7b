import {
  fileDocument,
  listDocuments,
  RECEIVED_STATES,
  listReceived,
  type ReceivedFile,
} from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../../lib/calls/api.ts'
import { changed } from '../../../lib/calls/call-query.ts'
import { ListPage } from '../../../ui/lists/list-page.tsx'
import { PatientDialog } from '../batch/patient.tsx'
import { inboxList, type InboxList } from './queries.ts'
import { useInboxColumns } from './columns.tsx'
import '../batch/batch.css'

/** Every file that came, with where it is. */
export function AllFiles({ onWaiting }: { onWaiting: () => void }) {
  const { t } = useTranslation('batch')
  const [asked, setAsked] = useState<ReceivedFile | null>(null)
  const columns = useInboxColumns(onWaiting, setAsked)
  const file = (received_id: string, pid: string) =>
    void api(fileDocument, { received_id, pid })
      .then(() => changed(listReceived, listDocuments))
      .catch((error: unknown) => showFailure(error, t('document.failed')))
  const choices = Object.fromEntries(
    RECEIVED_STATES.map((state) => [state, t(`received.state.${state}`)]),
  )
  return (
    <>
      <ListPage<typeof listReceived, ReceivedFile, InboxList>
        label={t('title')}
        list={inboxList}
        fields={[{ name: 'state', label: t('received.where'), choices }]}
        inAddress={['state']}
        rowKey="id"
        columns={() => columns}
        failed={t('received.failed')}
        empty={t('received.empty')}
      />
      {asked && (
        <PatientDialog
          files={[asked.said]}
          add={false}
          onClose={() => setAsked(null)}
          onChoose={(pid) => {
            file(asked.id, pid)
            setAsked(null)
          }}
        />
      )}
    </>
  )
}
