import {
  MODALITIES,
  REFERRALS,
  REPORT_STATES,
  type InputOf,
  type listReports,
} from '@mingmou/contract'

const CLASSES = MODALITIES.map((modality) => modality.class)
export const STAGES = [0, 1, 2, 3, 4] as const
const ID = /^[0-9a-f-]{36}$/
export const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The filters that the address holds. What is no value of a filter counts as none. */
export function filterOf(search: URLSearchParams): InputOf<typeof listReports> {
  const among = <T extends string>(name: string, values: readonly T[]) =>
    values.find((value) => value === search.get(name)) ?? ''
  const matching = (name: string, pattern: RegExp) => {
    const value = search.get(name) ?? ''
    return pattern.test(value) ? value : undefined
  }
  const clinician = matching('clinician', ID)
  return {
    diagnosis_class: among('diagnostic_item', CLASSES),
    referral: among('referral', REFERRALS),
    stage: STAGES.find((stage) => String(stage) === search.get('stage')) ?? '',
    state: among('state', REPORT_STATES),
    start_date: matching('start_date', DAY) ?? '',
    end_date: matching('end_date', DAY) ?? '',
    ...(clinician !== undefined && { clinician }),
    deleted: search.get('deleted') === '1',
  }
}
