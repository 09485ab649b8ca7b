/**
 * Why a file is not taken, and what to do. {n} is the file; {d} names what it is or how it is made, in a word that
 * both languages share.
 */
export const IMAGE_TEXTS = {
  image_missing: ['图像未上传完成：{n}', 'Image not finished uploading: {n}'],
  image_unreadable: ['图像无法读取：{n}', 'The image cannot be read: {n}'],
  image_damaged: [
    '图像数据已损坏，请重新复制或导出：{n}',
    'The image data are damaged; copy or export the file again: {n}',
  ],
  image_type: [
    '不是可读取的图像格式，请导出为 JPEG、PNG、TIFF、WebP、BMP 或 DICOM 后上传：{n}',
    'Not a supported image format; export as JPEG, PNG, TIFF, WebP, BMP or DICOM: {n}',
  ],
  image_empty: [
    '文件是空的，请从相机重新导出：{n}',
    'The file is empty; export it from the camera again: {n}',
  ],
  image_heic: [
    '不支持 HEIC 照片，请导出为 JPEG 后上传：{n}',
    'HEIC photographs are not supported; export as JPEG and upload that: {n}',
  ],
  image_format: [
    '不支持 {d} 图像，请用看图软件或相机软件另存为 JPEG、PNG 或 TIFF 后上传：{n}',
    '{d} images are not supported; save as JPEG, PNG or TIFF and upload that: {n}',
  ],
  image_raw: [
    '{d} 是相机的原始数据（RAW），请在相机软件中导出为 JPEG 或 8 位 TIFF 后上传：{n}',
    '{d} is raw camera data; export it as JPEG or 8-bit TIFF with the camera’s software: {n}',
  ],
  image_document: [
    '{d} 是文档而不是照片，请导出其中的原始照片（JPEG 或 PNG）后上传：{n}',
    '{d} is a document, not a photograph; export the photographs in it as JPEG or PNG: {n}',
  ],
  image_text: [
    '文件是文本而不是照片，请确认是否选错文件：{n}',
    'The file is text, not a photograph; check that it is the right file: {n}',
  ],
  image_archive: [
    '{d} 是压缩包，请解压后上传其中的照片：{n}',
    '{d} is an archive; unpack it and upload the photographs in it: {n}',
  ],
  image_video: [
    '文件是视频（{d}），请导出单张照片后上传：{n}',
    'The file is a video ({d}); export a single photograph from it: {n}',
  ],
  image_system_file: [
    '{d} 是系统或光盘目录文件，不含照片，不必上传：{n}',
    '{d} is a system file or a disc directory and contains no photograph; it need not be uploaded: {n}',
  ],
  image_volume: [
    '文件是断层扫描的三维数据（{d}），不是单张图像，请在设备软件中导出单张图像：{n}',
    'The file is a volume scan ({d}), not a single image; export a single image with the device’s software: {n}',
  ],
  image_dicom_document: [
    'DICOM 文件内是报告文档（{d}），不是照片，请从设备导出原始照片：{n}',
    'The DICOM file contains a report ({d}), not a photograph; export the photograph itself from the device: {n}',
  ],
  image_dicom_other: [
    'DICOM 文件内没有照片（{d}），请从设备导出原始照片：{n}',
    'The DICOM file contains no photograph ({d}); export the photograph itself from the device: {n}',
  ],
  image_compression: [
    '图像的压缩方式（{d}）不能读取，请在导出设置中选择“不压缩”或“JPEG 基线”：{n}',
    'The compression of the image ({d}) cannot be read; choose “uncompressed” or “JPEG Baseline” in the export settings: {n}',
  ],
  image_slow: [
    '图像以 {d} 压缩，解压过大或过久，请在导出设置中选择“不压缩”或“JPEG 基线”：{n}',
    'The image is compressed as {d} and takes too much time or memory to unpack; choose “uncompressed” or “JPEG Baseline” in the export settings: {n}',
  ],
  image_colours: [
    '图像的颜色模式（{d}）不能读取，请导出为 RGB 或灰度图像：{n}',
    'The colour model of the image ({d}) cannot be read; export it in RGB or grey: {n}',
  ],
  image_depth: [
    '图像的位深（{d}）不能读取，请导出为 8 位图像：{n}',
    'The bit depth of the image ({d}) cannot be read; export it with 8 bits: {n}',
  ],
  image_cut: [
    '文件不完整，后面的部分缺失，请重新复制或导出：{n}',
    'The file is incomplete and its end is missing; copy or export it again: {n}',
  ],
  image_not_square: [
    '图像的像素不是正方形（纵横比 {d}），请按原始比例导出：{n}',
    'The pixels of the image are not square (ratio {d}); export it in its true proportions: {n}',
  ],
  image_pages: [
    '文件中有 {d} 幅图像，请逐幅导出后上传：{n}',
    'The file contains {d} images; export each one separately: {n}',
  ],
  image_animated: [
    '不支持动态图像，请导出单张照片：{n}',
    'Animated images are not supported; export a single photograph: {n}',
  ],
  image_blank: [
    '画面是空的（全黑或只有一种颜色），请查看原图并重新导出：{n}',
    'The image is blank (black or a single colour); check the original and export it again: {n}',
  ],
  image_transparent: [
    '画面是透明的，没有可见内容，请导出为不透明的图像：{n}',
    'The image is transparent and shows nothing; export it without transparency: {n}',
  ],
  image_too_large: [
    '图像超过32 MiB或6400万像素：{n}',
    'The image is over 32 MiB or 64 megapixels: {n}',
  ],
} as const satisfies Record<string, readonly [string, string]>

/** The reason to refuse a file. `detail` takes the place of {d}. */
export interface ImageFault {
  key: keyof typeof IMAGE_TEXTS
  detail?: string
}
