import { getReadingRules, type DataOf } from '@mingmou/contract'
import { Alert, Descriptions } from 'antd'
import { useTranslation } from 'react-i18next'

export type Rules = DataOf<typeof getReadingRules>

export function ReadingFacts({ rule, percent, first_sees_machine, accounts, commitment }: Rules) {
  const { t } = useTranslation('institutions')
  const arbiters = accounts.filter(({ arbiter }) => arbiter).map(({ name }) => name)
  return (
    <>
      {arbiters.length === 0 && <Alert type="warning" showIcon title={t('reading.noArbiter')} />}
      <Descriptions
        column={{ xs: 1, lg: 2 }}
        items={[
          { key: 'rule', label: t('reading.rule'), children: t(`reading.rules.${rule}`) },
          ...(rule === 'referable'
            ? [{ key: 'percent', label: t('reading.percent'), children: String(percent) }]
            : []),
          {
            key: 'machine',
            label: t('reading.first_sees_machine'),
            children: t(first_sees_machine ? 'switch.on' : 'switch.off'),
          },
          { key: 'arbiters', label: t('reading.arbiters'), children: arbiters.join(' · ') || '—' },
          ...(rule === 'referable' && commitment
            ? [{ key: 'commitment', label: t('reading.commitment'), children: commitment }]
            : []),
        ]}
      />
    </>
  )
}
