import type { OutsideChange } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { Recorded } from '../../ui/lists/cells.tsx'
import { ScrollTable } from '../../ui/lists/scroll-table.tsx'

/** What a system and the clinic say differently: both values. Nothing where they never did. */
export function OutsideChanges(props: {
  changes: readonly OutsideChange[]
  /** A value as the page shows it. */
  read: (field: OutsideChange['field'], value: OutsideChange['before']) => string | null
}) {
  const { t } = useTranslation('patients')
  const { changes, read } = props
  if (changes.length === 0) return null
  const value = (which: 'before' | 'after') => ({
    title: t(`outside.${which}`),
    key: which,
    render: (_: unknown, change: OutsideChange) => (
      <span className="long-text">
        <Recorded text={read(change.field, change[which])} />
      </span>
    ),
  })
  return (
    <section className="patient-outside" aria-labelledby="patient-outside">
      <h3 id="patient-outside">{t('outside.title')}</h3>
      <p className="soft">{t('outside.lead')}</p>
      <ScrollTable<OutsideChange>
        aria-label={t('outside.title')}
        rowKey={({ at, field }) => `${at} ${field}`}
        size="small"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={[...changes]}
        columns={[
          {
            title: t('outside.field'),
            key: 'field',
            render: (_, { field }) => t(`field.${field}`),
          },
          value('before'),
          value('after'),
          {
            title: t('outside.by'),
            key: 'by',
            render: (_, { by, outside, at }) => (
              <>
                {t(outside ? 'outside.system' : 'outside.clinic', { name: by })}{' '}
                <small className="soft">{formatInstant(at)}</small>
              </>
            ),
          },
        ]}
      />
    </section>
  )
}
