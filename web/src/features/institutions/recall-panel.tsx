import { setStepRules, sayIn, STEP_GROUNDS, stepText, type StepRules } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Descriptions, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { institutionQueries, stepRulesChanged } from './queries.ts'
import { RulesInput, type Presets } from './rules-input.tsx'

/** By which rules a next step is proposed at signing, as the main account sets it. Off until then. */
export function RecallPanel() {
  const { t } = useTranslation('institutions')
  const query = useQuery(institutionQueries.stepRules())
  const [isOpen, setIsOpen] = useState(false)
  if (!query.data) {
    return query.isError ? <Failed title={t('recall.failed')} query={query} /> : <Loading />
  }
  const { rules, presets } = query.data
  return (
    <section className="panel institution-panel" aria-labelledby="recall-title">
      <header>
        <h2 id="recall-title">
          {t('recall.title')}{' '}
          <Tag color={rules ? 'success' : 'default'}>{t(rules ? 'switch.on' : 'switch.off')}</Tag>
        </h2>
        <Button onClick={() => setIsOpen(true)}>{t('recall.set')}</Button>
      </header>
      <p className="soft">{t('recall.hint')}</p>
      {rules && <Facts rules={rules} />}
      {isOpen && <RulesDialog rules={rules} presets={presets} onClose={() => setIsOpen(false)} />}
    </section>
  )
}

function Facts({ rules }: { rules: StepRules }) {
  const { t } = useTranslation(['institutions', 'findings'])
  const say = sayIn(language())
  const facts = STEP_GROUNDS.map((ground) => ({
    key: ground,
    label: t(`findings:next_step.ground.${ground}`),
    children: stepText(rules.rules[ground], say),
  }))
  const table = {
    key: 'preset',
    label: t('recall.table'),
    children: t(`recall.preset.${rules.preset ?? 'own'}`),
  }
  return <Descriptions column={{ xs: 1, lg: 2 }} items={[table, ...facts]} />
}

function RulesDialog(props: { rules: StepRules | null; presets: Presets; onClose: () => void }) {
  const { t } = useTranslation('institutions')
  const { rules, presets } = props
  return (
    <CallDialog
      title={t('recall.title')}
      call={setStepRules}
      width="8.4rem"
      initial={{ rules }}
      done={t('recall.done')}
      fallback={t('recall.notSaved')}
      onDone={stepRulesChanged}
      onClose={props.onClose}
    >
      <Field name="rules" label={t('recall.table')}>
        <RulesInput presets={presets} />
      </Field>
    </CallDialog>
  )
}
