import { reasonText, type FundusFindings, type Language } from '@mingmou/contract'

const CAUTION = {
  'zh-CN': '不能仅凭本产品结果进行临床决策。',
  en: 'Clinical decisions must not be based on the results of this product alone.',
} as const

/** A sentence or list part in both languages. */
type Both = readonly [zh: string, en: string]

const fixed = (value: number, digits: number) => value.toFixed(digits)

function eyeName({ eye }: FundusFindings): Both {
  if (eye === 'OD') return ['右眼', 'right eye']
  if (eye === 'OS') return ['左眼', 'left eye']
  return ['眼别未确定', 'eye not determined']
}

function qualityPart({ quality }: FundusFindings, language: Language): Both {
  const reasons = quality.reasons.map((reason) => reasonText(reason, language))
  const [zh, en] = [reasons.join('、'), reasons.join('; ')]
  if (quality.reasons.includes('not_fundus'))
    return [
      '未识别到眼底，可能不是眼底照片，未作分析。',
      'No fundus was found: this may be no fundus photograph. It was not analysed.',
    ]
  if (!quality.gradable)
    return [
      `图像质量不足以判读（${zh}），建议重新拍摄。`,
      `The image is not gradable (${en}). Taking it again is advised.`,
    ]
  if (quality.standard) return ['图像质量符合拍摄标准。', 'The image meets the shooting standard.']
  return [
    `图像可判读，但未完全符合拍摄标准${zh ? `（${zh}）` : ''}。`,
    `The image is gradable but does not fully meet the shooting standard${en ? ` (${en})` : ''}.`,
  ]
}

function vesselPart({ gradable, vessel, not_measured }: FundusFindings, language: Language): Both {
  if (!gradable) return ['', '']
  if (!vessel) {
    const why = reasonText(not_measured['vessel'] ?? 'not_implemented', language)
    return [`视网膜血管：${why}。`, `Retinal vessels: ${why}.`]
  }
  const zh = [
    `密度${fixed(vessel.density, 1)}%（占视野面积）`,
    `平均管径${fixed(vessel.diameter, 1)} px`,
  ]
  const en = [
    `density ${fixed(vessel.density, 1)} % of the field of view`,
    `mean diameter ${fixed(vessel.diameter, 1)} px`,
  ]
  if (vessel.fractal_dimension !== null) {
    zh.push(`分形维数${fixed(vessel.fractal_dimension, 2)}`)
    en.push(`fractal dimension ${fixed(vessel.fractal_dimension, 2)}`)
  }
  if (vessel.tortuosity !== null) {
    zh.push(`迂曲度${fixed(vessel.tortuosity, 3)}（弧长/弦长−1）`)
    en.push(`tortuosity ${fixed(vessel.tortuosity, 3)} (arc over chord, minus one)`)
  }
  return [
    `视网膜血管：${zh.join('，')}。像素值未经毫米标定。`,
    `Retinal vessels: ${en.join(', ')}. Lengths are pixels of the image; no scale in mm is known.`,
  ]
}

/** Findings this version does not look for are named, so that silence is not read as health. */
function openPart({ gradable, not_measured }: FundusFindings): Both {
  if (!gradable) return ['', '']
  const parts: (readonly [field: string, text: Both])[] = [
    ['dr_grade', ['糖尿病视网膜病变分级', 'grade of diabetic retinopathy']],
    ['lesion_bool', ['病灶', 'lesions']],
    ['vcdr', ['杯盘比', 'cup-to-disc ratio']],
    ['fovea_centre', ['黄斑中心凹', 'fovea']],
  ]
  const open = parts.filter(([field]) => not_measured[field] === 'not_implemented')
  if (open.length === 0) return ['', '']
  return [
    `未测量：${open.map(([, [zh]]) => zh).join('、')}。请医生自行判断。`,
    `Not measured: ${open.map(([, [, en]]) => en).join(', ')}. These are left to the clinician.`,
  ]
}

/** The machine's draft of an opinion in clinic wording; nothing unmeasured gets a number. */
export function draftOpinion(findings: FundusFindings, language: Language): string {
  const at = language === 'en' ? 1 : 0
  const eye = eyeName(findings)[at]
  const head = at ? `Fundus photograph, ${eye}.` : `眼底照片（${eye}）。`
  const parts = [
    head,
    qualityPart(findings, language)[at],
    vesselPart(findings, language)[at],
    openPart(findings)[at],
    CAUTION[language],
  ]
  return parts.filter((part) => part !== '').join(at ? ' ' : '')
}
