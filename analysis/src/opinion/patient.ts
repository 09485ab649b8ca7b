import type { FundusFindings, Language } from '@mingmou/contract'

export interface BothEyes {
  OD: FundusFindings | null
  OS: FundusFindings | null
}

/** The draft for both eyes of a patient together; null unless both could be judged. */
export function draftPatientOpinion({ OD, OS }: BothEyes, language: Language): string | null {
  if (!OD?.gradable || !OS?.gradable) return null
  return language === 'en' ? 'Both eyes.' : '双眼。'
}
