import type { ShownOf } from './accuracy-shown.ts'
import { away, bias, off, overlap, precision, share } from './accuracy-words.ts'

/** Figures that `accuracy-shown.ts` takes in: of the cards whose networks find something in a fundus photograph. */
export const FOUND = {
  vessels: {
    title: 'Vessels, arteries and veins',
    figures: [
      {
        figure: 'dice',
        words: 'vessels, Dice',
        means: overlap(
          { zh: '血管', en: 'vessels' },
          { zh: '密度与管径', en: 'density and calibre' },
        ),
      },
      {
        figure: 'artery_vein_accuracy',
        words: 'artery or vein right, share of labelled pixels',
        means: share(
          { zh: '个有人工标注的血管像素', en: 'labelled pixels of vessels' },
          { zh: '个动静脉判断正确', en: 'are rightly called artery or vein' },
          { zh: '个判断错误', en: 'wrongly' },
          {
            zh: '管径比由动静脉分别测得，误判会使它偏移。',
            en: 'The ratio of arteries to veins is measured on this and shifts where it is wrong.',
          },
        ),
      },
      {
        figure: 'artery or vein right in the maps, as written',
        set: 'drive, kept',
        words: 'the same in the written maps',
        means: share(
          { zh: '个有人工标注的血管像素', en: 'labelled pixels of vessels' },
          { zh: '个动静脉判断正确', en: 'are rightly called artery or vein' },
          { zh: '个判断错误', en: 'wrongly' },
          {
            zh: '管径比由动静脉分别测得，误判会使它偏移。',
            en: 'The ratio of arteries to veins is measured on this and shifts where it is wrong.',
          },
        ),
      },
      {
        figure: 'artery or vein right in the maps, as written',
        set: 'hrf, kept',
        words: 'the same in the written maps',
        means: share(
          { zh: '个有人工标注的血管像素', en: 'labelled pixels of vessels' },
          { zh: '个动静脉判断正确', en: 'are rightly called artery or vein' },
          { zh: '个判断错误', en: 'wrongly' },
          {
            zh: '管径比由动静脉分别测得，误判会使它偏移。',
            en: 'The ratio of arteries to veins is measured on this and shifts where it is wrong.',
          },
        ),
      },
      {
        figure: 'vessel.density: relative error, root mean square',
        words: 'density, usual error',
        means: off({ zh: '血管密度', en: 'density' }),
      },
      {
        figure: 'vessel.calibre.crae: relative error, root mean square',
        words: 'CRAE, usual error',
        means: off({ zh: 'CRAE', en: 'CRAE' }),
      },
      {
        figure: 'vessel.calibre.crve: relative error, root mean square',
        words: 'CRVE, usual error',
        means: off({ zh: 'CRVE', en: 'CRVE' }),
      },
      {
        figure: 'vessel.calibre.avr: relative error, root mean square',
        words: 'AVR, usual error',
        means: off({ zh: 'AVR', en: 'AVR' }),
      },
    ],
  },
  landmarks: {
    title: 'Disc and fovea, places',
    figures: [
      {
        figure: 'disc_centre_within_half_radius',
        words: "disc's centre within half a radius, share",
        means: share(
          { zh: '张照片', en: 'photographs' },
          { zh: '张的视盘定位正确', en: 'have their disc where it is' },
          { zh: '张偏离', en: 'elsewhere' },
          {
            zh: '视盘定位错误时，以它为中心的测量也不成立。',
            en: 'Where the disc is misplaced, what is measured around it does not hold.',
          },
        ),
      },
      {
        figure: 'fovea_within_half_disc_diameter',
        words: 'fovea within half a disc diameter, share',
        means: share(
          { zh: '张照片', en: 'photographs' },
          { zh: '张的中心凹定位正确', en: 'have their fovea where it is' },
          { zh: '张偏离', en: 'elsewhere' },
          {
            zh: '中心凹定位错误时，水肿提示与距离也不成立。',
            en: 'Where the fovea is misplaced, neither the suspicion of oedema nor a distance holds.',
          },
        ),
      },
    ],
  },
  disc: {
    title: 'Disc and cup, outlines',
    figures: [
      {
        figure: 'disc_dice',
        words: 'disc, Dice',
        means: overlap({ zh: '视盘', en: 'discs' }, { zh: '杯盘比', en: 'the cup-to-disc ratio' }),
      },
      {
        figure: 'cup_dice',
        words: 'cup, Dice',
        means: overlap({ zh: '视杯', en: 'cups' }, { zh: '杯盘比', en: 'the cup-to-disc ratio' }),
      },
      {
        figure: 'vcdr_error',
        words: 'vertical cup-to-disc ratio, mean absolute error',
        means: away(
          { zh: '垂直杯盘比', en: 'The vertical cup-to-disc ratio' },
          { zh: '', en: '' },
          2,
        ),
      },
      {
        figure: 'vcdr_bias',
        words: 'vertical cup-to-disc ratio, mean error',
        means: bias({ zh: '垂直杯盘比', en: 'The vertical cup-to-disc ratio' }),
      },
    ],
  },
  disc_alone: {
    title: 'A photograph of the disc alone',
    figures: [
      {
        figure: 'disc_alone_ratio_told',
        words: 'cup-to-disc ratio told',
        means: share(
          { zh: '张视盘局部照片', en: 'photographs of the disc alone' },
          { zh: '张给出杯盘比', en: 'get a ratio' },
          { zh: '张没有', en: 'get none' },
        ),
      },
      {
        figure: 'disc_alone_ratio_error',
        words: 'vertical cup-to-disc ratio, mean absolute error',
        means: away(
          { zh: '垂直杯盘比', en: 'The vertical cup-to-disc ratio' },
          { zh: '', en: '' },
          2,
        ),
      },
      {
        figure: 'disc_alone_of_other_parts',
        words: 'parts of a field without a disc, taken for one',
        means: share(
          { zh: '个不含视盘的局部', en: 'parts of a field without a disc' },
          { zh: '个被当作视盘', en: 'are taken for a disc' },
          { zh: '个没有', en: 'are not' },
        ),
      },
    ],
  },
  lesions: {
    title: 'Lesions',
    figures: [
      {
        figure: 'microaneurysm_area_under_precision_recall',
        set: 'idrid,',
        words: 'microaneurysms, area under precision-recall, pixels',
        means: precision({ zh: '微血管瘤', en: 'microaneurysms' }),
      },
      {
        figure: 'haemorrhage_area_under_precision_recall',
        words: 'haemorrhages, area under precision-recall, pixels',
        means: precision({ zh: '出血', en: 'haemorrhages' }),
      },
      {
        figure: 'hard_exudate_area_under_precision_recall',
        words: 'hard exudates, area under precision-recall, pixels',
        means: precision({ zh: '硬性渗出', en: 'hard exudates' }),
      },
      {
        figure: 'soft_exudate_area_under_precision_recall',
        words: 'soft exudates, area under precision-recall, pixels',
        means: precision({ zh: '软性渗出', en: 'soft exudates' }),
      },
      {
        figure: 'microaneurysm_lesion_sensitivity',
        words: 'microaneurysms found, share of single ones',
        means: share(
          { zh: '个微血管瘤', en: 'microaneurysms' },
          { zh: '个被标出', en: 'are marked' },
          { zh: '个被漏标', en: 'are missed' },
          {
            zh: '标出的数目少于实际；没有标出不等于没有。',
            en: 'The count is below the true one; none marked does not mean none there.',
          },
        ),
      },
      {
        figure: 'haemorrhage_lesion_sensitivity',
        words: 'haemorrhages found, share of single ones',
        means: share(
          { zh: '处出血', en: 'haemorrhages' },
          { zh: '处被标出', en: 'are marked' },
          { zh: '处被漏标', en: 'are missed' },
          {
            zh: '标出的数目少于实际；没有标出不等于没有。',
            en: 'The count is below the true one; none marked does not mean none there.',
          },
        ),
      },
      {
        figure: 'any_lesion_share_of_images',
        set: 'healthy',
        words: 'photographs without lesions that are given one, share',
        means: share(
          { zh: '张没有病灶的照片', en: 'photographs without lesions' },
          { zh: '张被误标病灶', en: 'are given one' },
          { zh: '张没有', en: 'are not' },
          { zh: '有标记不等于有病。', en: 'A mark is not yet a disease.' },
        ),
      },
      {
        figure: 'microaneurysms, counted: a repeat lies in the stated range',
        means: share(
          { zh: '次重复拍摄', en: 'repeats of a photograph' },
          { zh: '次的微血管瘤计数落在所示范围内', en: 'count microaneurysms in the stated range' },
          { zh: '次超出范围', en: 'outside it' },
          {
            zh: '范围内的差别不能当作变化。',
            en: 'A difference within the range cannot be taken for a change.',
          },
        ),
      },
      {
        figure: 'haemorrhages, counted: a repeat lies in the stated range',
        means: share(
          { zh: '次重复拍摄', en: 'repeats of a photograph' },
          { zh: '次的出血计数落在所示范围内', en: 'count haemorrhages in the stated range' },
          { zh: '次超出范围', en: 'outside it' },
          {
            zh: '范围内的差别不能当作变化。',
            en: 'A difference within the range cannot be taken for a change.',
          },
        ),
      },
      {
        figure: 'hard_exudates, counted: a repeat lies in the stated range',
        words: 'hard exudates, counted: a repeat lies in the stated range',
        means: share(
          { zh: '次重复拍摄', en: 'repeats of a photograph' },
          { zh: '次的硬性渗出计数落在所示范围内', en: 'count hard exudates in the stated range' },
          { zh: '次超出范围', en: 'outside it' },
          {
            zh: '范围内的差别不能当作变化。',
            en: 'A difference within the range cannot be taken for a change.',
          },
        ),
      },
    ],
  },
} as const satisfies ShownOf
