import { describe, expect, test } from 'vitest'
import { isSystemFile } from './system-files.ts'
import { reasonNaming } from './refused-file.ts'

describe('a file of a folder', () => {
  test.each([
    ...[
      'DICOMDIR',
      'CD/dicomdir',
      '.DS_Store',
      'a/._眼底.jpg',
      'Thumbs.db',
      'desktop.ini',
      'AUTORUN.INF',
    ],
    ...[
      'index.htm',
      'INDEX.HTML',
      'Viewer/viewer.exe',
      'viewer\\lib.dll',
      '__MACOSX/a.jpg',
      'README.TXT',
    ],
    ...[
      '.Trashes/1.jpg',
      '$RECYCLE.BIN/x.png',
      'System Volume Information/a.jpg',
      '~$名单.docx',
      'a.md5',
    ],
  ])('%s is of a system, a CD or its viewer', (path) => expect(isSystemFile(path)).toBe(true))

  test.each([
    ...[
      '张三.右眼.jpg',
      'IM000001',
      '1.2.840.113619.2.dcm',
      '报告.pdf',
      'eye.JPG',
      'IMG0001.DAT',
      'copy/eye.jpg.bak',
      'recovered.tmp',
      'DICOM/00000001',
    ],
    ...['./a.jpg', '../b.png', 'a..jpg', '未命名', 'eye.bmp', 'photo.heic', 'html', 'exe'],
  ])('%s may be a picture, or is told why not', (path) => expect(isSystemFile(path)).toBe(false))
})

test('a reason names the file as the person knows it', () => {
  const refused = { upload: 'uploads/fundus/1/2/image.jpg', reason: 'image_type|image.jpg' }
  expect(reasonNaming({ refused }, '张三 右眼.jpg')).toBe('image_type|张三 右眼.jpg')
  const more = { ...refused, reason: 'image_other|image.jpg|image.jpg.2' }
  expect(reasonNaming({ refused: more }, 'a.jpg')).toBe('image_other|a.jpg|image.jpg.2')
})
