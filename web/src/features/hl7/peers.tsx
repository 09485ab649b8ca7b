import { PlusOutlined } from '@ant-design/icons'
import {
  deleteHl7Peer,
  MODALITIES,
  type DataOf,
  type Hl7Peer,
  type listHl7Peers,
} from '@mingmou/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Typography, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { Clip, Fault, Whole } from '../../ui/lists/cells.tsx'
import { PageTable } from '../../ui/lists/page-table.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { Nothing } from '../../ui/states/states.tsx'
import { PeerDialog } from './peer-dialog.tsx'
import { peersChanged, peersQuery } from './queries.ts'

/** The systems that may send, as the main account registers them, and what they are to be told. */
export function Peers() {
  const { t } = useTranslation('hl7')
  const [page, setPage] = useState(1)
  const [dialog, setDialog] = useState<Hl7Peer | 'new' | null>(null)
  const query = useQuery({ ...peersQuery(page), placeholderData: keepPreviousData })
  const columns = useColumns(setDialog)
  const add = (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      disabled={!query.data}
      onClick={() => setDialog('new')}
    >
      {t('add.button')}
    </Button>
  )
  return (
    <>
      {query.data && <Called called={query.data.called}>{add}</Called>}
      <div className="panel list">
        <PageTable<Hl7Peer>
          label={t('part.systems')}
          query={query}
          rowKey="peer_id"
          onPage={setPage}
          failed={t('systems.failed')}
          empty={<Nothing hint={t('systems.empty')} />}
          columns={columns}
        />
      </div>
      {dialog !== null && (
        <PeerDialog peer={dialog === 'new' ? null : dialog} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

/** What is entered into a system: where it sends, and to whom. */
function Called(props: {
  called: DataOf<typeof listHl7Peers>['called']
  children: React.ReactNode
}) {
  const { t } = useTranslation('hl7')
  const { facility, port, tls } = props.called
  const copied = (text: string) => (
    <Typography.Text copyable={{ text }} className="long-text" code>
      {text}
    </Typography.Text>
  )
  return (
    <section className="panel hl7-called" aria-labelledby="called-title">
      <header>
        <h2 id="called-title">{t('called.title')}</h2>
        {props.children}
      </header>
      {port === null && <Alert type="warning" showIcon title={t('called.off')} />}
      <p className="soft">{t('called.hint')}</p>
      <Descriptions
        column={{ xs: 1, md: 3 }}
        items={[
          { key: 'facility', label: t('called.facility'), children: copied(facility) },
          {
            key: 'port',
            label: t('called.port'),
            children: port === null ? t('called.none') : copied(String(port)),
          },
          { key: 'tls', label: t('called.tls'), children: t(tls ? 'called.yes' : 'called.no') },
        ]}
      />
    </section>
  )
}

function useColumns(edit: (peer: Hl7Peer) => void): TableColumnsType<Hl7Peer> {
  const { t } = useTranslation('hl7')
  const confirm = useConfirm()
  return [
    { title: t('field.name'), key: 'name', render: (_, { name }) => <Clip text={name} /> },
    {
      title: t('field.sender'),
      key: 'sender',
      render: (_, { application, facility }) => <Whole text={`${application} / ${facility}`} />,
    },
    {
      title: t('field.addresses'),
      key: 'addresses',
      render: (_, { addresses }) => <Whole text={addresses.join(', ')} />,
    },
    {
      title: t('field.codes'),
      key: 'codes',
      render: (_, { codes }) => {
        const said = MODALITIES.flatMap(({ key }) => {
          const own = codes[key] ?? []
          return own.length > 0 ? [`${t(`kinds:${key}.listed`)}: ${own.join(', ')}`] : []
        })
        return said.length > 0 ? (
          <Whole text={said.join('; ')} />
        ) : (
          <span className="soft">{t('systems.noCodes')}</span>
        )
      },
    },
    {
      title: t('systems.heard'),
      key: 'heard_at',
      render: (_, { heard_at }) =>
        heard_at === null ? t('systems.never') : formatInstant(heard_at),
    },
    {
      title: t('systems.fault'),
      key: 'fault',
      render: (_, { fault, fault_at }) =>
        fault !== null && fault_at !== null && <Fault text={t(`faults.${fault}`)} at={fault_at} />,
    },
    {
      title: t('action'),
      key: 'action',
      fixed: 'end',
      render: (_, peer) => (
        <RowActions
          actions={[
            { label: t('common:action.edit'), onClick: () => edit(peer) },
            {
              label: t('common:action.delete'),
              danger: true,
              onClick: () => {
                const { peer_id, name } = peer
                confirm('delete.hl7Peer', 'danger', name, deleteHl7Peer, { peer_id }, peersChanged)
              },
            },
          ]}
        />
      ),
    },
  ]
}
