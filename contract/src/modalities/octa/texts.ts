import { figureNames } from '../../findings/figure-rows.ts'
import type { Texts } from '../../wire/wording.ts'
import { OCTA_ROWS } from './figure-rows.ts'

/** The words of the findings of an OCTA scan, Chinese and English side by side. */
export const OCTA_TEXTS = {
  overlay: {
    faz: ['中心凹无血管区', 'Foveal avascular zone'],
    large_vessels: ['大血管', 'Large vessels'],
    capillaries: ['全部血管（含毛细血管）', 'All vessels including capillaries'],
    gaps: ['无灌注区', 'Non-perfusion areas'],
    faz_outline: ['无血管区轮廓', 'FAZ outline'],
    sectors: ['分区', 'Sectors'],
  },
  found: {
    octa: {
      gaps: ['疑似无灌注区{{n}}处', 'suspected non-perfusion areas: {{n}}'],
      above: ['FAZ大于参考', 'FAZ above reference'],
      below: ['FAZ小于参考', 'FAZ below reference'],
      clear: ['未提示复核', 'no review suggested'],
      partly: ['部分指标未测量', 'partially measured'],
    },
  },
  norms: {
    faz_area_mm2: {
      usual: [
        '浅层毛细血管层、RTVue 3×3 mm：0.32 ± 0.11 mm²（0.13–0.67）',
        'superficial slab, RTVue 3×3 mm: 0.32 ± 0.11 mm² (0.13–0.67)',
      ],
      below: [
        '低于参考，健康眼亦可见，须结合眼轴与层面',
        'below reference; also seen in healthy eyes, consider axial length and slab',
      ],
      above: [
        '高于参考，见于黄斑缺血，健康眼亦可见，须结合眼轴与层面',
        'above reference; seen with macular ischaemia and in healthy eyes, consider axial length and slab',
      ],
    },
  },
  octa: {
    group: {
      faz: ['中心凹无血管区（FAZ）', 'Foveal avascular zone (FAZ)'],
      perfusion: ['血管密度（全部血管）', 'Vessel density (all vessels)'],
      large_vessels: ['大血管', 'Large vessels'],
      gaps: ['无灌注区', 'Non-perfusion areas'],
    },
    measure: figureNames(OCTA_ROWS),
    region: {
      whole: ['全扫描', 'whole scan'],
      fovea: ['中心1 mm', 'central 1 mm'],
      superior: ['内环上方', 'inner superior'],
      nasal: ['内环鼻侧', 'inner nasal'],
      inferior: ['内环下方', 'inner inferior'],
      temporal: ['内环颞侧', 'inner temporal'],
      outer_superior: ['外环上方', 'outer superior'],
      outer_nasal: ['外环鼻侧', 'outer nasal'],
      outer_inferior: ['外环下方', 'outer inferior'],
      outer_temporal: ['外环颞侧', 'outer temporal'],
      superior_half: ['上半', 'superior half'],
      inferior_half: ['下半', 'inferior half'],
      left: ['内环图左', 'inner, image left'],
      right: ['内环图右', 'inner, image right'],
      outer_left: ['外环图左', 'outer, image left'],
      outer_right: ['外环图右', 'outer, image right'],
    },
    gaps: {
      title: ['无灌注区', 'Non-perfusion areas'],
      none: ['未检出（不能排除）', 'none found (does not exclude one)'],
      found: ['疑似{{count}}处，共{{area}} mm²', '{{count}} suspected, {{area}} mm² in all'],
    },
    axial: {
      none: [
        '未按眼轴校正：面积误差可达31%。',
        'Not corrected for axial length: the area may be off by up to 31%.',
      ],
      /** Said where it can be entered. */
      enter: ['填写眼轴长度后校正。', 'Enter the axial length to correct it.'],
      corrected: ['已按眼轴{{mm}} mm校正。', 'Corrected for an axial length of {{mm}} mm.'],
    },
    report: {
      title: ['OCTA图像诊断报告', 'OCTA image report'],
      photograph: ['扫描图', 'Scan'],
      density: ['血管面积密度', 'Vessel area density'],
      found: ['无血管区、大血管与无灌注区', 'FAZ, large vessels and non-perfusion areas'],
      legend: [
        '± 为一个标准差，大于数值时写成从0起的范围。密度为所示血管像素占比，各设备算法不同，不能直接比较。毛细血管与无灌注区仅在模拟图像上验证。未列参考者尚无公认参考范围。各区方位按图像，是否旋转无从核对。',
        '± is one standard deviation; where it exceeds the value, a range from 0 is given. Density is the share of vessel pixels as drawn; devices count differently and cannot be compared. Capillaries and non-perfusion areas were validated on simulated scans only. No agreed reference exists where none is shown. Sectors follow the image; rotation cannot be checked.',
      ],
    },
  },
  opinion: {
    octa: {
      not_octa: [
        '未识别到OCTA血流图（断层、厚度图、伪彩图与报告页不作OCTA分析），未作分析{{seems}}',
        'no OCTA scan was found (B-scans, thickness maps, false-colour images and report pages are not analysed); not analysed{{seems}}',
      ],
      zone: ['FAZ面积{{area}}', 'FAZ area {{area}}'],
      zone_side: ['FAZ面积{{area}}，{{side}}', 'FAZ area {{area}}, {{side}}'],
      zone_none: ['FAZ未测量（{{reason}}）', 'FAZ not measured ({{reason}})'],
      density: ['血管面积密度{{density}}', 'vessel area density {{density}}'],
      gaps: ['疑似无灌注区{{count}}处', 'suspected non-perfusion areas: {{count}}'],
      gaps_none: [
        '未检出无灌注区，但不能排除',
        'no non-perfusion area found, which does not exclude one',
      ],
      scan_of: ['{{eye}}（{{photograph}}）', '{{eye}} ({{photograph}})'],
      no_scan_size: ['未说明扫描范围，未作测量', 'scan size not stated, nothing measured'],
      advice: {
        review: [
          '建议结合眼底照片、OCT与病史综合判断',
          'correlate with fundus photograph, OCT and history',
        ],
        compare: [
          '随访时用同一设备、同一扫描范围比较',
          'at follow-up, compare on the same device and scan size',
        ],
        retake: ['建议重新扫描', 'a new scan is advised'],
        one_scan: [
          '建议将每层扫描图分别导出、各自上传',
          'export of each layer as a separate image advised',
        ],
        original: ['建议上传未反转的原图', 'upload of the original, non-inverted image advised'],
        file: ['图像来源待核实', 'origin of the image to be verified'],
        eye: [
          '眼别待确定，未区分鼻侧与颞侧',
          'eye to be determined; nasal and temporal sides not distinguished',
        ],
      },
      limits: {
        shape: ['对侧眼不宜作形状对照', 'the fellow eye is not a control for the shape of the FAZ'],
        trained: [
          '毛细血管与无灌注区由模拟图像训练，未经真实图像验证',
          'capillaries and non-perfusion areas were trained on simulated scans and not validated on real ones',
        ],
        place: [
          '上、下、鼻、颞按图像方位，图像是否旋转无从核对',
          'superior, inferior, nasal and temporal follow the image as it lies; whether it was rotated cannot be checked',
        ],
        slab: [
          '层面由设备决定，参考范围仅供浅层比较',
          'the slab is set by the device; references apply to the superficial slab only',
        ],
      },
    },
  },
} as const satisfies Texts
