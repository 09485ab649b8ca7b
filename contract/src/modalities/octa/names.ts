import type { KindNames } from '../kind-names.ts'

export const OCTA_NAMES = {
  tab: ['OCTA', 'OCTA'],
  image: ['OCTA图像', 'OCTA scan'],
  not: [
    '未识别到OCTA血流图（断层、厚度图、伪彩图与报告页不作OCTA分析）',
    'no OCTA scan found (B-scans, thickness maps, false-colour images and report pages are not analysed)',
  ],
  seems: ['看起来是OCTA扫描图', 'looks like an OCTA scan'],
  like: ['似OCTA', 'looks like OCTA'],
  images: ['OCTA图像', 'OCTA images'],
  listed: ['OCTA', 'OCTA'],
  reported: ['OCTA图像', 'OCTA'],
  ordered: ['OCTA', 'OCTA'],
  device: ['OCTA', 'OCTA'],
  asked: 'OCT angiography',
  report: ['OCTA图像诊断报告', 'OCTA image diagnostic report'],
  list: {
    failed: ['获取OCTA图像失败', 'The OCTA images could not be loaded'],
    empty: ['暂无OCTA图像，请先上传', 'No OCTA images yet. Upload some to begin.'],
  },
  upload: {
    button: ['上传OCTA图像', 'Upload OCTA images'],
    title: ['上传OCTA图像', 'Upload OCTA images'],
    failed: ['上传octa图像报错', 'The OCTA images could not be uploaded'],
    done: ['OCTA图像已保存', 'OCTA images saved'],
  },
  words: {
    type: {
      1: ['3×3 mm', '3×3 mm'],
      2: ['6×6 mm', '6×6 mm'],
    },
    field: {
      img_type: ['扫描范围', 'Scan size'],
    },
    axial: {
      correct: ['校正', 'Correct'],
      failed: ['眼轴长度保存失败', 'The axial length could not be saved'],
      eye_first: ['请先确认眼别', 'Enter the eye first'],
    },
  },
} as const satisfies KindNames
