import { reasonText, type FundusFindings, type Language } from '@mingmou/contract'
import { diseasePart } from './disease.ts'
import { nervePart } from './nerve.ts'
import { vesselPart } from './vessels.ts'
import { CAUTION, indexOf, NOTHING, type Both } from './words.ts'

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

/** What is not told is named with its reason, so that silence is not read as health. */
function openPart({ not_measured }: FundusFindings): Both {
  const parts: (readonly [field: string, text: Both])[] = [
    ['dr_grade', ['糖尿病视网膜病变分级', 'grade of diabetic retinopathy']],
    ['lesion_bool', ['病灶', 'lesions']],
    ['vcdr', ['杯盘比', 'cup-to-disc ratio']],
    ['fovea_centre', ['黄斑中心凹', 'fovea']],
    ['dr.macular_oedema', ['黄斑水肿', 'macular oedema']],
    ['vessel.calibre', ['动静脉管径比', 'artery-to-vein ratio']],
  ]
  const named = (at: 0 | 1) =>
    parts.flatMap(([field, text]) => {
      const reason = not_measured[field]
      if (!reason) return []
      if (reason === 'not_implemented') return [text[at]]
      return [
        at
          ? `${text[1]} (${reasonText(reason, 'en')})`
          : `${text[0]}（${reasonText(reason, 'zh-CN')}）`,
      ]
    })
  if (named(0).length === 0) return NOTHING
  return [
    `未测量：${named(0).join('、')}。请医生自行判断。`,
    `Not measured: ${named(1).join(', ')}. These are left to the clinician.`,
  ]
}

/** The machine's draft of an opinion in clinic wording; nothing unmeasured gets a number. */
export function draftOpinion(findings: FundusFindings, language: Language): string {
  const at = indexOf(language)
  const eye = eyeName(findings)[at]
  const head = at ? `Fundus photograph, ${eye}.` : `眼底照片（${eye}）。`
  const parts = [
    head,
    qualityPart(findings, language)[at],
    ...(findings.gradable
      ? [
          ...diseasePart(findings),
          ...nervePart(findings),
          vesselPart(findings),
          openPart(findings),
        ].map((part) => part[at])
      : []),
    CAUTION[at],
  ]
  return parts.filter((part) => part !== '').join(at ? ' ' : '')
}
