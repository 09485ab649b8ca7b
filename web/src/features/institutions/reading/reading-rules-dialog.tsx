import { getReadingRules, READING_RULES, setReadingRules } from '@mingmou/contract'
import { InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { changed } from '../../../lib/calls/call-query.ts'
import { CallDialog } from '../../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import type { Rules } from './reading-facts.tsx'

export function ReadingRulesDialog({ rules, onClose }: { rules: Rules; onClose: () => void }) {
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
