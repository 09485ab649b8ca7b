import type { Call, StatusMap, WaitingChange } from '@mingmou/contract'
import type { TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { formatDay } from '../../lib/texts/i18n.ts'
import { AccountStatus } from './account-status.tsx'
import { Clip, Whole } from '../lists/cells.tsx'
import { useConfirm, type Question } from '../dialogs/confirm.tsx'
import { RowActions } from '../lists/row-actions.tsx'
import { WaitingChanges } from './waiting-changes.tsx'

interface Account {
  aid: string
  username: string
  name?: string
  email: string
  status: 1 | 2
  banned: boolean
  locked: boolean
  second_factor: boolean
  sso?: boolean
  changes?: readonly WaitingChange[]
  created_at: string
}

/** A call that takes only the id of an account. */
type AboutAccount = Call<z.ZodType<{ aid: string }, { aid: string }>>

/** Whether an action makes sense for the account as it is. Actions not named here always do. */
const FITS: Partial<Record<string, (account: Account) => boolean>> = {
  enable: ({ banned }) => banned,
  disable: ({ banned }) => !banned,
  unlock: ({ locked }) => locked,
  lock: ({ locked }) => !locked,
  resetFactor: ({ second_factor }) => second_factor,
  unlinkSso: ({ sso }) => sso === true,
}
const DANGER = ['disable', 'lock', 'delete']
/** Asked plainly: little is lost. */
const PLAIN = ['enable', 'unlock']

/** Columns of a list of accounts: its texts, then standing, day and actions. */
export function useAccountColumns<Row extends Account>(list: {
  texts: readonly (keyof Row & string)[]
  edit?: (account: Row) => void
  changeEmail: (account: Row) => void
  /** The actions that ask first, in the order of the menu. */
  asks: Partial<Record<Question, AboutAccount>>
  onDone: () => unknown
  /**
   * Whether the reader may act on an account at all, and whether the actions of `asks` are open to
   * him.
   */
  mayAct?: (account: Row) => boolean
  mayAsk?: (account: Row) => boolean
}): (
  statuses: z.infer<typeof StatusMap> | undefined,
  more?: TableColumnsType<Row>,
) => TableColumnsType<Row> {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { edit, changeEmail, onDone, mayAct = always, mayAsk = always } = list
  const asked = (row: Row) => {
    const { aid, username, name = username } = row
    // The keys of the literal above, which TypeScript forgets.
    const asks = Object.entries(list.asks) as [Question, AboutAccount][]
    return asks.map(([question, call]) => {
      const verb = question.split('.')[0] ?? ''
      const weight = PLAIN.includes(verb) ? 'plain' : 'danger'
      return (
        (FITS[verb]?.(row) ?? true) && {
          label: t(`action.${verb}`),
          danger: DANGER.includes(verb),
          onClick: () => confirm(question, weight, name, call, { aid }, onDone),
        }
      )
    })
  }
  const actions = (row: Row) => (
    <RowActions
      actions={[
        edit !== undefined && { label: t('action.edit'), onClick: () => edit(row) },
        { label: t('email.change'), onClick: () => changeEmail(row) },
        ...(mayAsk(row) ? asked(row) : []),
      ]}
    />
  )
  return (statuses, more = []) => [
    ...list.texts.map((name) => ({
      title: t(`account.${name}`),
      key: name,
      render: (_: unknown, row: Row) =>
        name === 'email' ? (
          <>
            <Whole text={String(row[name])} />
            <WaitingChanges
              name={row.name ?? row.username}
              changes={row.changes ?? []}
              onDone={onDone}
            />
          </>
        ) : (
          <Clip text={String(row[name]) || t('account.none')} width="1.6rem" />
        ),
    })),
    ...more,
    {
      title: t('account.status'),
      key: 'status',
      render: (_, row) => <AccountStatus account={row} map={statuses} />,
    },
    {
      title: t('account.created_at'),
      key: 'created_at',
      render: (_, { created_at }) => formatDay(created_at),
    },
    {
      title: t('account.action'),
      key: 'action',
      fixed: 'end',
      render: (_, row) => mayAct(row) && actions(row),
    },
  ]
}

const always = () => true
