import { DmConditions } from '@mingmou/contract'
import { Descriptions, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { Recorded } from '../../ui/lists/cells.tsx'
import { useShown } from './use-shown.ts'
import { FIELDS } from './fields.ts'

type Says = DmConditions['older'][number]

/** What one record says, and where it says another thing than the newest. */
export function Told(props: {
  title: string
  extra?: React.ReactNode
  told: Says
  newest?: Says
  isMerged: boolean
}) {
  const { t } = useTranslation('dm-conditions')
  const shown = useShown()
  const { told, newest, isMerged } = props
  const differs = (name: (typeof FIELDS)[number]) =>
    newest !== undefined && told[name] !== null && told[name] !== newest[name]
  return (
    <>
      <Descriptions
        title={props.title}
        extra={props.extra}
        bordered
        size="small"
        styles={{ label: { width: '1.6rem' } }}
        column={{ xs: 1, md: 2 }}
        items={FIELDS.map((name) => ({
          key: name,
          label: t(`field.${name}`),
          children: (
            <span className="long-text">
              <Recorded text={told[name] === null ? null : shown(name, told[name])} />{' '}
              {differs(name) && <Tag color="warning">{t('differs')}</Tag>}
            </span>
          ),
          span: name === 'current_medication' ? 'filled' : 1,
        }))}
      />
      {told.changed_at !== null && (
        <p className="soft">
          {isMerged && told.record !== null && (
            <>
              {t('record', { name: told.record.name, card: told.record.ad_card_number })}
              {t('and')}
            </>
          )}
          {t('changed', { name: told.changed_by ?? '', time: formatInstant(told.changed_at) })}
        </p>
      )}
    </>
  )
}
