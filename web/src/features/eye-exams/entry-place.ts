import type { ExamEye, IndicatorKey } from '@mingmou/contract'

export interface Place {
  indicator: IndicatorKey
  eye: ExamEye
}
export const pathOf = ({ indicator, eye }: Place) => `record_detail.${indicator}.${eye}`
