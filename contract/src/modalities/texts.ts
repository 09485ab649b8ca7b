import { CORRECTION_TEXTS } from '../findings/correction-texts.ts'
import { REPORT_WORDS } from '../report/words.ts'
import { TREATMENT_TEXTS } from '../findings/treatments.ts'
import { EYE_SOURCE_TEXTS } from '../findings/eye-source.ts'
import { SECTION_TEXTS } from '../findings/section.ts'
import type { Incomparable } from '../findings/incomparable.ts'
import type { Reason, ReviewReason } from '../findings/findings.ts'
import { isWording, type Texts } from '../wire/wording.ts'
import type { Unregistered } from '../findings/registration.ts'
import { kindReasons } from './names.ts'
import { ENTRIES } from './table.ts'

/** Words that every modality uses. */
const SHARED_TEXTS = {
  ...REPORT_WORDS,
  overlay: { machine: ['AI原结果轮廓', 'AI outline'] },
  /** Why an eye is to be looked at, by what the reason asks for. */
  review: {
    stage: {
      referable: ['疑似需转诊糖网', 'suspected referable retinopathy'],
      review: ['糖网未能分级', 'retinopathy not graded'],
    },
    oedema: {
      referable: ['疑似黄斑水肿', 'suspected macular oedema'],
      review: ['黄斑水肿未能判断', 'macular oedema not judged'],
    },
    glaucoma: {
      referable: ['青光眼可疑', 'suspicion of glaucoma'],
      review: ['青光眼待查', 'glaucoma: examination needed'],
      none: ['青光眼未能判断', 'glaucoma not judged'],
    },
    other: {
      referable: ['其他异常，须转诊', 'other abnormality, refer'],
      review: ['其他异常，须检查', 'other abnormality, examination needed'],
    },
    other_disease: { review: ['疑似其他异常', 'other abnormality suspected'] },
    treated: {
      review: [
        '治疗后或疑似治疗后的眼，照片不足以判断',
        'eye treated, or suspected to be; cannot be judged from a photograph alone',
      ],
    },
    contradiction: { review: ['照片互相矛盾', 'conflicting images'] },
    ungradable: { review: ['不可判读', 'ungradable'] },
    field: { review: ['视野或像素不足', 'field or resolution inadequate'] },
  } satisfies Record<ReviewReason['reason'], Texts>,
  eye_source: EYE_SOURCE_TEXTS,
  section: SECTION_TEXTS,
  not_measured: ['未测量', 'Not measured'],
  undetermined: ['未能判断', 'Undetermined'],
  quality: {
    good: ['良好', 'good'],
    usable: ['可用', 'limited'],
    reject: ['不可判读', 'ungradable'],
  },
  not_supported: ['本版本尚不支持', 'not supported in this version'],
  and: ['、', ', '],
  missing: ['未测量（{{reason}}）：{{names}}', 'Not measured ({{reason}}): {{names}}'],
  sure: {
    label: ['置信度{{word}}（{{share}}%）', 'confidence {{word}} ({{share}}%)'],
    ratio: [
      '杯盘比置信度{{word}}（{{share}}%）',
      'confidence of the cup-to-disc ratio {{word}} ({{share}}%)',
    ],
    high: ['高', 'high'],
    moderate: ['中', 'moderate'],
    low: ['低', 'low'],
  },
  measure: {
    eye_confidence: ['眼别置信度', 'Confidence in laterality'],
    quality_score: ['图像质量评分', 'Image quality score'],
    file: { width: ['图像宽度', 'Image width'], height: ['图像高度', 'Image height'] },
    scale: { mm_per_px: ['比例尺', 'Scale'] },
    quality: {
      score: ['质量评分', 'Quality score'],
      sharpness: ['清晰度', 'Sharpness'],
      brightness: ['亮度', 'Brightness'],
      contrast: ['对比度', 'Contrast'],
      underexposed: ['欠曝面积比', 'Underexposed area'],
      overexposed: ['过曝面积比', 'Overexposed area'],
      field: {
        centre: ['视野中心', 'Field centre'],
        diameter_px: ['视野直径', 'Field diameter'],
        inside_frame: ['视野完整度', 'Field within the frame'],
        area_px: ['视野面积', 'Field area'],
      },
    },
  },
  trend: {
    naked_va: ['裸眼视力', 'Uncorrected visual acuity'],
    corrected_va: ['矫正视力', 'Corrected visual acuity'],
    iop: ['眼压', 'Intraocular pressure'],
    cd_ratio: ['杯盘比 C/D（检查所记）', 'C/D (clinical examination)'],
    av_ratio: ['动静脉比 A:V（检查所记）', 'A:V (clinical examination)'],
    hba1c: ['糖化血红蛋白 HbA1c', 'HbA1c'],
    fbg: ['空腹血糖', 'Fasting glucose'],
    source: {
      exam: ['眼科检查', 'Eye examination'],
      diabetes: ['糖尿病', 'Diabetes'],
    },
    outdated: [
      '档案在分析后已修改，结果不再有效',
      'The imaging session was changed after the analysis: the result is no longer valid',
    ],
  },
  count: {
    none: ['未检出', 'none found'],
    exact: ['{{n}}处', '{{n}}'],
    about: ['约{{low}}–{{high}}处', 'about {{low}}-{{high}}'],
    up_to: ['约{{high}}处以内', 'up to about {{high}}'],
  },
  norm: ['参考：{{norm}}', 'Reference: {{norm}}'],
  norm_healthy: [
    '同一测法在{{n}}张健康照片上的范围{{low}}–{{high}}（均值±2倍标准差）',
    '{{low}}–{{high}}, the same measure on {{n}} healthy photographs (mean ± 2 SD)',
  ],
  coarse: ['误差约{{n}}%，不宜用于比较', 'error about {{n}}%: not for comparison'],
  outside: {
    below: ['低于参考', 'below reference'],
    above: ['高于参考', 'above reference'],
    near: [
      '与参考之差未超出误差，不作判断',
      'differs from the reference by less than its error: not judged',
    ],
  },
  scale: {
    stated: [
      '比例尺：1 px = {{mm}} mm（上传时填写），毫米值按此换算。',
      'Scale: 1 px = {{mm}} mm, as entered at upload; values in mm are based on it.',
    ],
    dicom: [
      '比例尺：1 px = {{mm}} mm（DICOM 文件所载），毫米值按此换算。',
      'Scale: 1 px = {{mm}} mm, as stated in the DICOM file; values in mm are based on it.',
    ],
    doubtful: [
      '所给毫米比例尺与视盘大小或视盘至中心凹距离不符，未采用：长度以像素（px）或视盘直径表示。',
      'The scale in mm does not fit the size of the disc or its distance from the fovea and was not used: lengths are in pixels (px) or disc diameters.',
    ],
    none: [
      '未提供毫米比例尺：长度以像素（px）或视盘直径表示，不作换算。',
      'No scale in mm is known: lengths are in pixels (px) or disc diameters, not converted.',
    ],
  },
  reason: {
    ...kindReasons(),
    not_implemented: ['未测量', 'not measured'],
    treated: [
      '治疗后或疑似治疗后的眼，照片不足以判断',
      'eye treated, or suspected to be; cannot be judged from a photograph alone',
    ],
    not_gradable: ['图像质量不足，未评估', 'not assessed: ungradable image'],
    too_small: ['图像分辨率过低', 'resolution too low'],
    blurred: ['图像模糊', 'blurred image'],
    too_dark: ['图像过暗', 'image too dark'],
    too_bright: ['图像过曝', 'image overexposed'],
    low_contrast: ['图像对比度不足', 'low contrast'],
    uneven_light: ['照明不均匀', 'uneven illumination'],
    field_cut: ['视野不完整', 'field of view cut off'],
    disc_alone: ['视盘局部照片', 'photograph of the optic disc alone'],
    below_good: ['整体画质欠佳', 'overall image quality limited'],
    no_vessels: ['未检出血管', 'no vessels were found'],
    no_scale: ['缺少比例尺，无法换算', 'no scale known'],
    scale_doubtful: [
      '比例尺与视盘大小或视盘至中心凹距离不符',
      'the scale does not fit the size of the disc or its distance from the fovea',
    ],
    out_of_frame: ['所测部位超出图像范围', 'the part to be measured reaches beyond the image'],
    uncertain: ['结果不确定', 'result uncertain'],
    no_disc: ['未找到视盘', 'no optic disc was found'],
    no_fovea: ['未找到黄斑中心凹', 'no fovea was found'],
    fovea_unfit: [
      '所见中心凹位置与视盘不符，未采用',
      'the fovea found does not fit the position of the disc and was not used',
    ],
    disc_not_shown: ['视野不足：未拍到完整视盘', 'inadequate field: whole disc not shown'],
    macula_not_shown: ['视野不足：未拍到黄斑', 'inadequate field: macula not shown'],
    field_unknown: [
      '未找到中心凹，视野大小无法确认',
      'no fovea was found, so the extent of the field is not known',
    ],
    too_few_pixels: [
      '照片像素不足以显示微动脉瘤，不能排除视网膜病变',
      'too few pixels to show microaneurysms, retinopathy not excluded',
    ],
    eye_unknown: ['眼别未确定', 'eye not determined'],
    few_vessels: ['可测血管过少', 'too few vessels to measure'],
    no_lesion: ['未检出该类病灶', 'no such lesion was found'],
    no_cup: ['未找到视杯', 'no cup was found'],
    cup_outside_disc: ['视杯完全位于视盘之外', 'the cup lies wholly outside the disc'],
    weak_evidence: ['证据不足', 'evidence too weak'],
    evidence_conflicts: ['病灶与筛查网络的判断不一致', 'lesions and screening network disagree'],
    turned: [
      '照片横置、倒置或与眼别左右相反，方位不确定',
      'image on its side, upside down or mirrored for this eye, orientation uncertain',
    ],
    weak_signal: ['信号弱', 'weak signal'],
    motion: ['运动伪影', 'motion artefacts'],
    banding: ['明暗条带', 'bands of uneven signal'],
    decentred: ['中心凹偏离扫描中心', 'fovea off centre'],
    cropped: ['图像被裁剪，尺寸不确定', 'cropped image, size uncertain'],
    no_scan_size: ['未说明扫描范围', 'scan size not stated'],
    no_zone: ['未找到无血管区', 'no avascular zone was found'],
    no_axial_length: ['未填写眼轴长度', 'axial length not entered'],
    no_fluorescein: [
      '未见荧光素染色或非钴蓝光照明，未评估染色',
      'no fluorescein seen, or not taken in cobalt blue light: staining not assessed',
    ],
    no_cornea: ['未找到角膜', 'no cornea was found'],
    cornea_cut: ['角膜超出图像范围', 'cornea cut off by the frame'],
    lids_cover: ['角膜被眼睑遮挡', 'cornea covered by the lids'],
    outline_uncertain: ['角膜轮廓不够可信', 'corneal outline not reliable enough'],
    outline_unchecked: [
      '由此前版本分析，角膜轮廓未核对',
      'analysed by an earlier version, corneal outline not checked',
    ],
    glare: ['反光遮挡角膜', 'glare on the cornea'],
    judged_by_clinician: ['医生判定不可判读', 'judged ungradable by a clinician'],
    fovea_not_seen: ['医生判定中心凹不可见', 'fovea not visible, as stated by a clinician'],
    placed_by_clinician: ['依据医生标定的位置', 'based on positions marked by a clinician'],
    several_fields: [
      '图中不止一个视野（双眼、立体像对、拼图或多层扫描）',
      'more than one field in the image (two eyes, a stereo pair, a montage or several layers)',
    ],
    surrounded: [
      '视野以外还有其他内容（截图、报告页或缩略图）',
      'other content around the field (a screenshot, a report page or thumbnails)',
    ],
    wide_field: [
      '视野过宽（估计超过60度）',
      'wide field of view (estimated at more than 60 degrees)',
    ],
    single_colour: [
      '单色照片（无赤光、红外、自发荧光等），不是眼底彩照',
      'single-colour photograph (red-free, infrared, autofluorescence or the like), not a colour photograph',
    ],
    angiogram: [
      '单色且血管呈亮色（荧光血管造影或负片），不是眼底彩照',
      'single colour with bright vessels (an angiogram or a negative), not a colour photograph',
    ],
    negative: ['负片（明暗颠倒）', 'negative: light and dark are inverted'],
    channels_exchanged: [
      '颜色通道错位（如红蓝互换）或伪彩',
      'swapped colour channels (e.g. red and blue) or false colours',
    ],
    few_colours: [
      '颜色层次过少（色调分离），微小病灶已不可辨',
      'too few shades of colour (posterised): small lesions are lost',
    ],
    overlaid: [
      '视野内有叠加的线条、圆环、文字或其他图像（也可能是睫毛），可能遮盖或混淆病灶',
      'lines, rings, letters or another image over the field (or a lash): lesions may be covered or mimicked',
    ],
    orientation_unknown: ['照片方位未能确认', 'orientation of the image not confirmed'],
    cup_unsupported: ['视杯边界依据不足', 'cup margin not well supported'],
  } satisfies Record<Reason, Texts[string]>,
  change: {
    changed: ['有变化', 'changed'],
    within: ['在测量误差之内', 'within the measurement error'],
    incomparable: ['不能比较：{{reason}}', 'cannot be compared: {{reason}}'],
    reason: {
      ungradable: ['有一张图像不可判读', 'one of the images is ungradable'],
      other_eye: ['眼别不同或未确定', 'the eyes differ or are not determined'],
      eye_differs: [
        '照片登记的眼别与AI判断不同，AI所测部位不可靠',
        'the eye on record differs from the AI’s, so the regions measured are unreliable',
      ],
      versions: [
        '由不同版本的模型测量，请重新分析后再比较',
        'measured by different versions of the models; analyse both again to compare',
      ],
      device: ['拍摄设备不同', 'taken with different devices'],
      no_match: [
        '血管走行不相符，可能不是同一只眼或同一患者',
        'the vessels do not match: this may be another eye or another patient',
      ],
      field: ['拍摄范围或中心不同', 'different field photographed'],
      placement: [
        '随头位与对准而变，不反映眼的变化',
        'depends on head position and alignment, not on the eye itself',
      ],
      scan_size: ['扫描范围不同', 'scans of different sizes'],
      axial_length: ['眼轴长度校正不同', 'corrected for different axial lengths'],
      picture_size: ['图像尺寸不同且无比例尺', 'images of different sizes without a known scale'],
      not_measured: ['至少一次未测量', 'not measured at one of the visits'],
      drawn: ['其中一次由医生勾画', 'one of the two was drawn by a clinician'],
      scars: [
        '疑似激光斑处的亮斑未计入渗出',
        'bright spots on suspected laser scars were not counted as exudates',
      ],
      no_error: ['尚无该项的误差数据', 'error not known'],
    } satisfies Record<Incomparable, Texts[string]>,
  },
  registration: {
    reason: {
      other_eye: [
        '两张图像的眼别不同或未确定，不作配准。',
        'The two images show different or undetermined eyes and were not aligned.',
      ],
      no_vessels: [
        '该类图像不含位置固定的血管，或未能检出血管，不作配准，仅并排显示。',
        'These images show no vessels to align by; they are shown side by side only.',
      ],
      few_vessels: [
        '检出的血管过少，不作配准，仅并排显示。',
        'Too few vessels were found to align the images; they are shown side by side only.',
      ],
      no_match: [
        '两张图像的血管走行不相符，不作配准。请核对眼别与患者是否正确。',
        'The vessels of the two images do not match, so they were not aligned. Please check eye and patient.',
      ],
      little_overlap: [
        '两张图像的共同范围过小，不作配准，仅并排显示。',
        'The two images overlap too little to be aligned; they are shown side by side only.',
      ],
      inexact: [
        '配准误差过大，不作叠加，仅并排显示。',
        'The alignment is not accurate enough for an overlay; the images are shown side by side only.',
      ],
    } satisfies Record<Unregistered, Texts[string]>,
  },
  correction: CORRECTION_TEXTS,
  treatment: TREATMENT_TEXTS,
} as const satisfies Texts

/** How findings are worded wherever they are shown, Chinese and English side by side. */
export const CLINICAL_TEXTS = ENTRIES.reduce<Texts>(
  (texts, entry) => merged(texts, entry.texts),
  SHARED_TEXTS,
)

/** Two trees of sentences as one. A modality may add below a shared name, and takes no sentence's place. */
function merged(texts: Texts, more: Texts, path = ''): Texts {
  const both = Object.entries(more).map(([name, added]): [string, Texts[string]] => {
    const there = texts[name]
    if (there === undefined) return [name, added]
    if (isWording(there) || isWording(added))
      throw new Error(`texts: ${path}${name} is there twice`)
    return [name, merged(there, added, `${path}${name}.`)]
  })
  return { ...texts, ...Object.fromEntries(both) }
}
