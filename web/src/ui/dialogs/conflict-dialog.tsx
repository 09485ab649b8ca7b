import { Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import './conflict-dialog.css'

export type Choices = Partial<Record<string, 'mine' | 'stored'>>
export interface ConflictRow {
  key: string
  label: string
  mine: string
  stored: string
  /** Chosen at first. */
  first: 'mine' | 'stored'
}

/** Somebody else saved meanwhile: both versions beside each other, and a choice for each difference. */
export function ConflictDialog(props: {
  by: string
  at: string
  rows: readonly ConflictRow[]
  onClose: () => void
  onSave: (choices: Choices) => void
}) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Choices>({})
  const { rows } = props
  const all = Object.fromEntries(rows.map(({ key, first }) => [key, chosen[key] ?? first]))
  const option = (value: 'mine' | 'stored', text: string) => (
    <Radio value={value} className="conflict-option">
      <small className="soft">{t(`conflict.${value}`)}</small>
      <span className="long-text">{text || t('conflict.empty')}</span>
    </Radio>
  )
  return (
    <Modal
      open
      centered
      title={t('conflict.title')}
      width="7.6rem"
      mask={{ closable: false }}
      okText={t('conflict.save')}
      cancelText={t('conflict.back')}
      onOk={() => props.onSave(all)}
      onCancel={props.onClose}
    >
      <p>{t('conflict.text', { name: props.by, time: formatInstant(props.at) })}</p>
      {rows.length === 0 && <p>{t('conflict.same')}</p>}
      <ul className="conflict-rows">
        {rows.map((row) => (
          <li key={row.key}>
            <span>{row.label}</span>
            <Radio.Group
              aria-label={row.label}
              value={all[row.key]}
              onChange={({ target }) =>
                setChosen({ ...chosen, [row.key]: target.value as 'mine' | 'stored' })
              }
            >
              {option('mine', row.mine)}
              {option('stored', row.stored)}
            </Radio.Group>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
