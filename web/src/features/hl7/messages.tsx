import {
  closeHl7Message,
  HL7_STATES,
  listHl7Messages,
  playHl7Message,
  type Hl7Message,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Grid, Input, Modal, Tag, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { showSuccess, showWarning } from '../../lib/notices/notices.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { say } from '../../lib/texts/say.ts'
import { mergePath, patientDetailPath } from '../../paths.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Clip, Whole } from '../../ui/lists/cells.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { messageList, messageQuery, messagesChanged, type MessageList } from './queries.ts'

type Asked = { what: 'open' | 'close'; message: Hl7Message }

/** The messages that came, those that wait for a person first. */
export function Messages() {
  const { t } = useTranslation('hl7')
  const [asked, setAsked] = useState<Asked | null>(null)
  const columns = useColumns((what, message) => setAsked({ what, message }))
  const choices = Object.fromEntries(HL7_STATES.map((state) => [state, t(`state.${state}`)]))
  const close = () => setAsked(null)
  return (
    <>
      <ListPage<typeof listHl7Messages, Hl7Message, MessageList>
        label={t('part.messages')}
        list={messageList}
        fields={[{ name: 'state', label: t('message.state'), choices }]}
        inAddress={['state']}
        rowKey="message_id"
        columns={() => columns}
        failed={t('message.failed')}
        empty={t('message.empty')}
      />
      {asked?.what === 'open' && <Content message={asked.message} onClose={close} />}
      {asked?.what === 'close' && <CloseDialog message={asked.message} onClose={close} />}
    </>
  )
}

const COLOR = { waiting: 'warning', done: 'success', closed: 'default' } as const

function useColumns(ask: (what: Asked['what'], message: Hl7Message) => void) {
  const { t } = useTranslation('hl7')
  const { busy, play } = usePlay()
  const { md = true } = Grid.useBreakpoint()
  const parts: TableColumnsType<Hl7Message> = [
    { title: t('message.from'), key: 'from', render: (_, message) => <From message={message} /> },
    { title: t('message.said'), key: 'said', render: (_, message) => <Said message={message} /> },
    {
      title: t('message.state'),
      key: 'state',
      render: (_, message) => <State message={message} />,
    },
  ]
  // On a phone a message is one cell, so that its reason is seen without scrolling sideways.
  const whole: TableColumnsType<Hl7Message> = [
    {
      title: t('part.messages'),
      key: 'message',
      render: (_, message) => (
        <span className="hl7-whole">
          <State message={message} />
          <Said message={message} />
          <From message={message} />
        </span>
      ),
    },
  ]
  const columns: TableColumnsType<Hl7Message> = [
    ...(md ? parts : whole),
    {
      title: t('action'),
      key: 'action',
      fixed: 'end',
      render: (_, message) => {
        const { message_id, state, reason, pid, other_pid } = message
        const waits = state === 'waiting'
        const merge = waits && reason === 'hl7_merge' && pid !== null && other_pid !== null
        return (
          <RowActions
            actions={[
              merge && { label: t('message.merge'), href: `#${mergePath(pid, other_pid)}` },
              waits && {
                label: t('play.button'),
                loading: busy === message_id,
                onClick: () => void play(message_id),
              },
              { label: t('open.button'), onClick: () => ask('open', message) },
              waits && {
                label: t('close.button'),
                danger: true,
                onClick: () => ask('close', message),
              },
            ]}
          />
        )
      },
    },
  ]
  return columns
}

/** Who sent it, when, and under which number. */
function From({ message: { peer, received_at, type, control_id } }: { message: Hl7Message }) {
  return (
    <span className="cell-stack">
      <Clip text={peer} />
      <span>{formatInstant(received_at)}</span>
      <span className="soft whole-text">{`${type} · ${control_id}`}</span>
    </span>
  )
}

/** Whom it is about. */
function Said({ message: { said, pid } }: { message: Hl7Message }) {
  const { t } = useTranslation('hl7')
  const words = [said.number, said.name, said.birthday].filter((word) => word !== '')
  if (words.length === 0) return <span className="soft">{t('message.nothing')}</span>
  const text = <Whole text={words.join(' · ')} />
  return pid === null ? text : <a href={`#${patientDetailPath(pid)}`}>{text}</a>
}

/** Where a message stands and why. */
function State({ message }: { message: Hl7Message }) {
  const { t } = useTranslation('hl7')
  const { state, reason, field, settled, overtaken } = message
  return (
    <span className="cell-stack">
      <Tag color={COLOR[state]}>{t(`state.${state}`)}</Tag>
      {reason !== null && (
        <Whole
          text={
            field === null || state !== 'waiting'
              ? say(reason)
              : t('message.at_field', { field, why: say(reason) })
          }
        />
      )}
      {state === 'waiting' && overtaken && <Whole text={t('message.overtaken')} />}
      {settled !== null && (
        <span className="soft whole-text">
          {[settled.by, formatInstant(settled.at), settled.why ?? ''].join(' ').trim()}
        </span>
      )}
    </span>
  )
}

/** Takes a message in, and says what came of it. */
function usePlay() {
  const { t } = useTranslation('hl7')
  const [busy, setBusy] = useState<string | null>(null)
  const play = async (message_id: string) => {
    setBusy(message_id)
    try {
      const { state, reason } = await api(playHl7Message, { message_id })
      if (state === 'done') showSuccess(t('play.done'))
      else showWarning(t('play.waits', { why: say(reason ?? '') }))
    } catch (error) {
      showFailure(error, t('play.failed'))
    } finally {
      setBusy(null)
      await messagesChanged()
    }
  }
  return { busy, play }
}

function Content({ message, onClose }: { message: Hl7Message; onClose: () => void }) {
  const { t } = useTranslation('hl7')
  const { message_id, type, control_id, charset } = message
  const query = useQuery(messageQuery(message_id))
  return (
    <Modal
      open
      centered
      width="9.6rem"
      title={t('open.title', { type, id: control_id })}
      closable={{ 'aria-label': t('common:action.close') }}
      footer={null}
      onCancel={onClose}
      styles={{ body: { maxHeight: 'calc(0.72 * var(--page-height))', overflowY: 'auto' } }}
    >
      <p className="soft">
        {charset === '' ? t('open.unread') : t('open.charset', { charset: charset.toUpperCase() })}
      </p>
      {query.isPending && <Loading />}
      {query.isError && <Failed title={t('open.failed')} query={query} />}
      {query.data && <pre className="hl7-text">{query.data.text}</pre>}
      {query.data?.whole === false && <Alert type="info" showIcon title={t('open.cut')} />}
    </Modal>
  )
}

function CloseDialog({ message, onClose }: { message: Hl7Message; onClose: () => void }) {
  const { t } = useTranslation('hl7')
  const { message_id, type, control_id } = message
  return (
    <CallDialog
      title={t('close.title')}
      call={closeHl7Message}
      fixed={{ message_id }}
      okText={t('close.button')}
      okDanger
      done={t('close.done')}
      fallback={t('close.failed')}
      onDone={messagesChanged}
      onClose={onClose}
    >
      <p className="dialog-hint long-text">{t('close.text', { type, id: control_id })}</p>
      <Field name="reason" label={t('close.reason')}>
        <Input.TextArea maxLength={100} showCount autoSize={{ minRows: 2 }} />
      </Field>
    </CallDialog>
  )
}
