import type { Language } from '../../wire/constants.ts'

type Words = readonly [chinese: string, english: string]

const OF_ANALYSIS: Record<string, Words> = {
  '1': ['AI疾病结果', 'AI disease result'],
  '2': ['AI分析时长', 'AI analysis duration'],
  '3': ['中间结果', 'Intermediate result'],
  '4': ['诊断报告', 'Diagnostic report'],
  '9': ['其他', 'Other'],
}

/** What feedback may be about: categories with their topics. */
const CLASSES: Record<string, { words: Words; topics: Record<string, Words> }> = {
  '1': { words: ['眼底AI分析', 'Fundus AI analysis'], topics: OF_ANALYSIS },
  '2': { words: ['眼表AI分析', 'Eye-surface AI analysis'], topics: OF_ANALYSIS },
  '3': { words: ['OCTA AI分析', 'OCTA AI analysis'], topics: OF_ANALYSIS },
  '4': {
    words: ['眼科算法建议', 'Ophthalmic algorithm suggestions'],
    topics: {
      '1': ['视盘视杯分割', 'Disc and cup segmentation'],
      '2': ['黄斑中心凹定位', 'Fovea localisation'],
      '3': ['病变检测', 'Lesion detection'],
      '4': ['OCTA无血管区与血管分割', 'OCTA avascular-zone and vessel segmentation'],
      '5': ['OCT视网膜分层', 'OCT retinal layering'],
      '6': ['角膜上皮缺损分割', 'Corneal epithelial defect segmentation'],
      '7': ['期望的算法', 'Desired algorithm'],
    },
  },
  '5': {
    words: ['平台功能建议', 'Platform feature suggestions'],
    topics: {
      '1': ['机构管理', 'Institution management'],
      '2': ['患者与图像档案管理', 'Patient and image management'],
    },
  },
  '6': { words: ['其他', 'Other'], topics: { '9': ['其他', 'Other'] } },
}

interface FeedbackClass {
  key: string
  label: string
  topics: { key: string; label: string }[]
}

const labelled = (language: Language, words: Record<string, Words>) =>
  Object.entries(words).map(([key, [chinese, english]]) => ({
    key,
    label: language === 'en' ? english : chinese,
  }))

/** The categories and their topics in a language, in their order. */
export function feedbackClasses(language: Language): FeedbackClass[] {
  const categories = Object.fromEntries(
    Object.entries(CLASSES).map(([key, { words }]) => [key, words]),
  )
  return labelled(language, categories).map((category) => ({
    ...category,
    topics: labelled(language, CLASSES[category.key]?.topics ?? {}),
  }))
}

/** Whether a category, or a category and one of its topics, is in the table. */
export function isFeedbackClass([category = '', topic]: readonly string[]): boolean {
  if (!Object.hasOwn(CLASSES, category)) return false
  return topic === undefined || Object.hasOwn(CLASSES[category]?.topics ?? {}, topic)
}

/** Category and topic in words, such as 眼底AI分析 / 诊断报告. */
export function feedbackClassText(language: Language, given: readonly string[]): string {
  const [category, topic] = given
  const found = feedbackClasses(language).find(({ key }) => key === category)
  const below = found?.topics.find(({ key }) => key === topic)
  const labels = [found?.label, below?.label].filter((label) => label !== undefined)
  return [...new Set(labels)].join(' / ')
}
