import { getReadingRules, READING_RULES, setReadingRules, type DataOf } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Descriptions, InputNumber, Select, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changed } from '../../lib/calls/call-query.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/call-form.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { DrawsDialog } from './draws-dialog.tsx'
import { institutionQueries } from './queries.ts'

type Rules = DataOf<typeof getReadingRules>

/** Which sittings a second person reads, as the main account sets it. None until then. */
export function ReadingPanel() {
  const { t } = useTranslation('institutions')
  const query = useQuery(institutionQueries.readingRules())
  const [isOpen, setIsOpen] = useState(false)
  const [isChecking, setIsChecking] = useState(false)
  if (!query.data)
    return query.isError ? <Failed title={t('reading.failed')} query={query} /> : <Loading />
  const rules = query.data
  const isOn = rules.rule !== 'none'
  return (
    <section className="panel institution-panel" aria-labelledby="reading-title">
      <header>
        <h2 id="reading-title">
          {t('reading.title')}{' '}
          <Tag color={isOn ? 'success' : 'default'}>{t(isOn ? 'switch.on' : 'switch.off')}</Tag>
        </h2>
        <span>
          {rules.commitment !== null && (
            <Button onClick={() => setIsChecking(true)}>{t('reading.draws.open')}</Button>
          )}
          <Button onClick={() => setIsOpen(true)}>{t('reading.set')}</Button>
        </span>
      </header>
      <p className="soft">{t('reading.hint')}</p>
      {isOn && <Facts {...rules} />}
      {isChecking && <DrawsDialog onClose={() => setIsChecking(false)} />}
      {isOpen && <RulesDialog rules={rules} onClose={() => setIsOpen(false)} />}
    </section>
  )
}

function Facts({ rule, percent, first_sees_machine, accounts, commitment }: Rules) {
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

function RulesDialog({ rules, onClose }: { rules: Rules; onClose: () => void }) {
  const { t } = useTranslation('institutions')
  const { rule, percent, first_sees_machine, accounts } = rules
  const arbiters = accounts.filter(({ arbiter }) => arbiter).map(({ uid }) => uid)
  return (
    <CallDialog
      title={t('reading.title')}
      call={setReadingRules}
      initial={{ rule, percent, first_sees_machine, arbiters }}
      done={t('reading.done')}
      fallback={t('reading.notSaved')}
      onDone={() => changed(getReadingRules)}
      onClose={onClose}
    >
      <Field name="rule" label={t('reading.rule')}>
        <Select
          options={READING_RULES.map((value) => ({ value, label: t(`reading.rules.${value}`) }))}
        />
      </Field>
      <Field name="percent" label={t('reading.percent')}>
        <InputNumber min={0} max={100} precision={0} />
      </Field>
      <Field
        name="first_sees_machine"
        label={t('reading.first_sees_machine')}
        hint={t('reading.machineHint')}
      >
        <Select
          options={[true, false].map((value) => ({
            value,
            label: t(value ? 'switch.on' : 'switch.off'),
          }))}
        />
      </Field>
      <Field name="arbiters" label={t('reading.arbiters')}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          options={accounts.map(({ uid, name }) => ({ value: uid, label: name }))}
        />
      </Field>
    </CallDialog>
  )
}
