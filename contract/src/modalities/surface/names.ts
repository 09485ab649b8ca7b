import type { KindNames } from '../kind-names.ts'

export const SURFACE_NAMES = {
  tab: ['角膜荧光素染色', 'Corneal fluorescein staining'],
  image: ['角膜荧光素染色图像', 'Corneal fluorescein staining'],
  not: [
    '未识别到荧光素染色的眼表照片（白光照片不作染色分析）',
    'no fluorescein photograph of the eye surface found (white-light photographs are not analysed for staining)',
  ],
  seems: ['看起来是眼表荧光素染色照片', 'looks like a fluorescein photograph of the eye surface'],
  like: ['似眼表照片', 'looks like an eye surface'],
  images: ['眼表图像', 'Eye-surface images'],
  listed: ['角膜荧光素染色', 'Corneal staining'],
  reported: ['眼表图像', 'Eye surface'],
  ordered: ['角膜荧光素染色', 'Corneal fluorescein'],
  device: ['眼表', 'Eye surface'],
  asked: 'Corneal fluorescein staining',
  report: ['眼表图像诊断报告', 'Eye-surface image diagnostic report'],
  dataset: ['眼表数据集', 'Eye-surface dataset'],
  list: {
    failed: ['获取眼表图像失败', 'The eye-surface images could not be loaded'],
    empty: ['暂无眼表图像，请先上传', 'No eye-surface images yet. Upload some to begin.'],
  },
  upload: {
    button: ['上传眼表图像', 'Upload surface images'],
    title: ['上传眼表荧光素染色图像', 'Upload fluorescein images of the eye surface'],
    failed: ['上传眼表图像失败', 'The eye-surface images could not be uploaded'],
    done: ['眼表图像已保存', 'Eye-surface images saved'],
  },
} as const satisfies KindNames
