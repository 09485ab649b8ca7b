import type { Wording } from '../wording.ts'

/** Notes, corrections, drawings, analyses and reports. */
export const ANALYSIS_TEXTS = {
  image_note_limit: [
    '每张图像最多保存{n}条批注与测量',
    'At most {n} notes and measurements can be saved with an image',
  ],
  image_note_not_yours: [
    '只有作者或机构主账号可以删除',
    'Only the author or the main account may delete it',
  ],
  correction_ungradable: [
    '图像不可判读：请先更正图像质量',
    'The image is ungradable: correct its quality first',
  ],
  drawing_ungradable: [
    'AI判为不可判读的图像不做测量，无法勾画',
    'The AI found this image ungradable and measured nothing on it, so nothing can be drawn',
  ],
  drawing_not_measured: [
    '医生勾画尚未测量完成：请稍候，或撤回勾画后再签发',
    'The drawing has not been measured yet: wait, or withdraw it before signing the report',
  ],
  mask_shape: ['勾画与图像比例不符', 'The drawing does not match the shape of the image'],
  mask_too_fine: ['勾画过于细碎', 'The drawing has too many small parts'],
  analysis_not_done: ['分析尚未完成', 'The analysis is not finished'],
  analysis_fault: ['分析过程出错', 'An error occurred during analysis'],
  analysis_interrupted: ['分析进程多次中断', 'The analysis was interrupted several times'],
  analysis_outdated: [
    '图像设置已更改，该分析结果不再成立，请等待重新分析',
    'Image settings have changed, so this result no longer applies; wait for the new analysis',
  ],
  analysis_ended: ['分析已结束', 'The analysis has already finished'],
  not_both_eyes: [
    '须为右眼和左眼各一张可判读的照片',
    'One gradable photograph of each eye is needed',
  ],
  image_not_analysed: [
    '该图像未能分析，不能生成报告',
    'This image could not be analysed, so no report can be created',
  ],
  report_expired: ['报告链接已过期', 'The link to the report has expired'],
  report_void: ['报告已作废', 'The report is void'],
  report_superseded: ['报告已被新报告取代', 'The report was superseded by a newer one'],
  draft_gone: [
    '草稿已被他人修改、签发或删除，请重新查看',
    'The draft was changed, signed or deleted by someone else. Please open it again',
  ],
  report_newer: [
    '已有更新的报告，请查看后再签发',
    'There is a newer report. Please view it before signing',
  ],
} as const satisfies Record<string, Wording>
