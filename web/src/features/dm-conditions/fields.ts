export const FIELDS = [
  'onset_date',
  'diagnosis_date',
  'somatotype',
  'recently_fbg_date',
  'recently_fbg_value',
  'recently_HbA1c_date',
  'recently_HbA1c_value',
  'current_medication',
] as const
/** Days of which a patient may know the month or the year alone. */
export const PERIODS: readonly string[] = ['onset_date', 'diagnosis_date']
export const UNITS: Partial<Record<string, string>> = {
  recently_fbg_value: 'mmol/L',
  recently_HbA1c_value: '%',
}
