import {
  NO_HISTORY,
  professionName,
  type OutsideChange,
  type PatientDetail,
} from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { useAreaText } from '../../ui/forms/areas.tsx'
import { numbersOf } from './numbers.ts'

type Field = OutsideChange['field']
type Value = OutsideChange['before']

/** Reads a value of a patient's form as pages show it; null and empty where nothing is recorded. */
export function useValues(): (field: Field, value: Value) => string | null {
  const { t, i18n } = useTranslation('patients')
  const areaText = useAreaText()
  const language = i18n.language === 'en' ? 'en' : 'zh-CN'
  return (field, value) => {
    if (value === null) return null
    if (Array.isArray(value)) {
      const codes = value.filter((item) => typeof item === 'string')
      const numbers = value.filter((item) => typeof item !== 'string')
      return field === 'area_id' ? areaText(codes) : numbersOf(t, numbers)
    }
    if (field === 'gender') return t(`gender.${value as PatientDetail['gender']}`)
    if (field === 'profession') return professionName(String(value), language)
    const isHistory = field === 'allergic_history' || field === 'operation_history'
    return isHistory && value === NO_HISTORY ? t('history.none') : String(value)
  }
}
