import { PROFESSIONS, type Language } from '../../wire/constants.ts'

/** The names of the categories of GB/T 2261.4-2003. */
const NAMES: Record<(typeof PROFESSIONS)[number], readonly [chinese: string, english: string]> = {
  '11': ['国家公务员', 'Civil servant'],
  '13': ['专业技术人员', 'Professional or technician'],
  '17': ['职员', 'Office worker'],
  '21': ['企业管理人员', 'Business manager'],
  '24': ['工人', 'Manual worker'],
  '27': ['农民', 'Farmer'],
  '31': ['学生', 'Student'],
  '37': ['现役军人', 'Armed forces'],
  '51': ['自由职业者', 'Freelancer'],
  '54': ['个体经营者', 'Self-employed'],
  '70': ['无业人员', 'Unemployed'],
  '80': ['退（离）休人员', 'Retired'],
  '90': ['其他', 'Other'],
}

const isProfession = (code: string): code is (typeof PROFESSIONS)[number] => code in NAMES

/** What an occupation is called; a code that is none comes back as it is. */
export const professionName = (code: string, language: Language): string =>
  isProfession(code) ? NAMES[code][language === 'en' ? 1 : 0] : code
