import { useTranslation } from 'react-i18next'
import { measureText, type Measure, valueAt } from '@mingmou/contract'
import { language } from '../../lib/texts/i18n.ts'
import { useMachineFindings } from './machine-findings.ts'

/** The machine's figure, where it is another one because of what a clinician drew. */
export function MachineFigure({
  measure,
}: {
  measure: Pick<Measure, 'key' | 'value' | 'unit' | 'digits' | 'repeats'>
}) {
  const { t } = useTranslation('findings')
  const machine = useMachineFindings()
  const value = machine && valueAt(machine, measure.key)
  if (!machine || value === measure.value) return null
  const text = measureText({ ...measure, value, confidence: null }, language()) ?? t('not_measured')
  return <small className="fd-machine">{t('correction.machine', { value: text })}</small>
}
