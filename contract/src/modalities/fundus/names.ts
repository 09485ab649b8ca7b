import type { KindNames } from '../kind-names.ts'

export const FUNDUS_NAMES = {
  tab: ['眼底彩照', 'Fundus photographs'],
  image: ['眼底彩照', 'Fundus photograph'],
  not: ['未识别到眼底，可能不是眼底照片', 'no fundus found: possibly not a fundus photograph'],
  seems: ['看起来是眼底彩照', 'looks like a fundus photograph'],
  like: ['似眼底照片', 'looks like a fundus'],
  images: ['眼底照片', 'Fundus photographs'],
  listed: ['眼底彩照', 'Fundus photograph'],
  reported: ['眼底彩照', 'Fundus photograph'],
  ordered: ['眼底彩照', 'Fundus photograph'],
  device: ['眼底', 'Fundus'],
  asked: 'Fundus photography',
  report: ['眼底图像诊断报告', 'Fundus image diagnostic report'],
  dataset: ['眼底数据集', 'Fundus dataset'],
  list: {
    failed: ['获取眼底照片失败', 'The fundus photographs could not be loaded'],
    empty: ['还没有眼底照片，请上传', 'No fundus photographs yet. Upload some to begin.'],
  },
  upload: {
    button: ['上传眼底照片', 'Upload fundus photographs'],
    title: ['上传眼底照片', 'Upload fundus photographs'],
    failed: ['上传眼底照片失败', 'The fundus photographs could not be uploaded'],
    done: ['眼底照片已保存', 'Fundus photographs saved'],
  },
} as const satisfies KindNames
