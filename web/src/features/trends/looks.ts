import type { ExamEye } from '@mingmou/contract'

/** A colour and a mark for each eye, and for what is the patient's. */
export const LOOKS = {
  OD: { color: '#0F766E', symbol: 'circle' },
  OS: { color: '#B45309', symbol: 'diamond' },
  patient: { color: '#334155', symbol: 'rect' },
} as const
export const lookOf = (eye: ExamEye | null) => LOOKS[eye ?? 'patient']
