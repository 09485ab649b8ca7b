import {
  askErasure,
  confirmErasure,
  listErasable,
  RECORD_YEARS,
  withdrawErasure,
  type ErasablePatient,
} from '@mingmou/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { Clip } from '../../ui/lists/cells.tsx'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { PageTable } from '../../ui/lists/page-table.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { Nothing } from '../../ui/states/states.tsx'

/** Deleted patients past their time: the main account asks for an erasure, somebody else confirms it. */
export function Component() {
  const { t } = useTranslation('patients')
  const session = useSession()
  const confirm = useConfirm()
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...callQuery(listErasable, { page }),
    placeholderData: keepPreviousData,
  })
  const years = query.data?.years ?? null
  const act = {
    ask: askErasure,
    confirm: confirmErasure,
    withdraw: withdrawErasure,
  } as const
  const actionsOf = ({ pid, name, asked }: ErasablePatient) => {
    const action = (key: keyof typeof act, danger = false) => ({
      label: t(`erasure.${key}`),
      danger,
      onClick: () =>
        confirm(`${key}.erasure`, danger ? 'danger' : 'plain', name, act[key], { pid }, () =>
          changed(listErasable),
        ),
    })
    if (asked === null) return [session?.role === '3' && action('ask', true)]
    return [asked.uid !== session?.uid && action('confirm', true), action('withdraw')]
  }
  return (
    <>
      <PageTitle title={t('erasure.title')} />
      <div className="panel">
        <p className="soft">
          {query.data && years === null
            ? t('erasure.off', { n: RECORD_YEARS })
            : `${t('erasure.hint')} ${years === null ? '' : t('erasure.years', { n: years })}`}
        </p>
        <PageTable<ErasablePatient>
          label={t('erasure.title')}
          query={query}
          rowKey="pid"
          onPage={setPage}
          failed={t('erasure.failed')}
          empty={<Nothing hint={t('erasure.empty')} />}
          columns={[
            {
              title: t('erasure.name'),
              key: 'name',
              render: (_, { name }) => <Clip text={name} />,
            },
            { title: t('erasure.card'), dataIndex: 'ad_card_number' },
            { title: t('erasure.last_day'), dataIndex: 'last_day' },
            {
              title: t('erasure.deleted_at'),
              key: 'deleted_at',
              render: (_, { deleted_at }) => formatInstant(deleted_at),
            },
            { title: t('erasure.sittings'), dataIndex: 'sittings', align: 'right' },
            { title: t('erasure.reports'), dataIndex: 'reports', align: 'right' },
            {
              title: t('erasure.state'),
              key: 'state',
              render: (_, { asked }) =>
                asked === null
                  ? t('erasure.none')
                  : t('erasure.asked', { name: asked.name, at: formatInstant(asked.at) }),
            },
            {
              title: t('erasure.action'),
              key: 'action',
              fixed: 'end',
              render: (_, patient) => <RowActions actions={actionsOf(patient)} />,
            },
          ]}
        />
      </div>
    </>
  )
}
