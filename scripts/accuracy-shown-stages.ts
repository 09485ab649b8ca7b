import type { ShownOf } from './accuracy-shown.ts'
import { chance, order, share, spared } from './accuracy-words.ts'

/** Figures that `accuracy-shown.ts` takes in: of the cards whose rules make a statement of a fundus photograph. */
export const TOLD = {
  is_fundus: {
    title: 'A fundus photograph or another picture',
    figures: [
      {
        figure: 'crops without a dark edge refused',
        words: 'crops without a dark edge refused, share',
        means: share(
          { zh: '张没有暗边的眼底裁剪图', en: 'crops of a fundus without a dark edge' },
          { zh: '张被误拒', en: 'are refused wrongly' },
          { zh: '张被接受', en: 'are taken' },
          {
            zh: '被拒的照片须重新上传完整画面。',
            en: 'A refused one is uploaded again as a whole photograph.',
          },
        ),
      },
      {
        figure: 'photographs as they are refused',
        words: 'photographs refused, share',
        means: share(
          { zh: '张完整的眼底照片', en: 'whole fundus photographs' },
          { zh: '张被误拒', en: 'are refused wrongly' },
          { zh: '张被接受', en: 'are taken' },
        ),
      },
      {
        figure: 'other pictures let in',
        words: 'other pictures let in, share',
        means: share(
          { zh: '张其他图片', en: 'other pictures' },
          { zh: '张被当作眼底照片分析', en: 'are analysed as a fundus' },
          { zh: '张被拒', en: 'are refused' },
          { zh: '被误收的图片，其结果毫无意义。', en: 'The result of one let in means nothing.' },
        ),
      },
    ],
  },
  quality: {
    title: 'Quality',
    figures: [
      {
        figure: 'AUC of reject against good and usable',
        words: 'rejects told from good and usable photographs, AUC',
        means: order(
          { zh: '张不合格照片', en: 'a reject' },
          { zh: '张可用照片', en: 'a usable photograph' },
        ),
      },
      {
        figure: 'AUC of usable against good',
        words: 'usable photographs told from good, AUC',
        means: order(
          { zh: '张勉强可用照片', en: 'a photograph just usable' },
          { zh: '张良好照片', en: 'a good one' },
        ),
      },
      {
        figure: 'reject: share refused',
        words: 'rejects that are refused, share',
        means: share(
          { zh: '张不合格照片', en: 'rejects' },
          { zh: '张被拒绝判读', en: 'are refused' },
          { zh: '张仍被判读', en: 'are judged all the same' },
          { zh: '未被拒绝不代表照片合格。', en: 'Not refused does not mean good enough.' },
        ),
      },
      {
        figure: 'good: share refused',
        words: 'good photographs that are refused, share',
        means: share(
          { zh: '张良好照片', en: 'good photographs' },
          { zh: '张被误拒', en: 'are refused wrongly' },
          { zh: '张被接受', en: 'are taken' },
        ),
      },
    ],
  },
  screening: {
    title: 'Referable retinopathy, the whole photograph at once',
    figures: [
      {
        figure: 'referable: AUC',
        words: 'grade 2 or more, AUC',
        means: order(
          { zh: '张须转诊（2级或以上）的照片', en: 'a referable photograph (grade 2 or more)' },
          { zh: '张不须转诊的照片', en: 'one that is not' },
        ),
      },
    ],
  },
  retinopathy: {
    title: 'Referable retinopathy, fields below 400 px',
    figures: [
      {
        figure: 'referable: AUC',
        words: 'grade 2 or more, AUC',
        means: order(
          { zh: '张须转诊（2级或以上）的照片', en: 'a referable photograph (grade 2 or more)' },
          { zh: '张不须转诊的照片', en: 'one that is not' },
        ),
      },
      {
        figure: 'referable: specificity at sensitivity 0.80',
        words: 'specificity at sensitivity 0.80',
        means: spared(
          { zh: '张须转诊的照片', en: 'referable photographs' },
          { zh: '张不须转诊的照片', en: 'photographs not referable' },
        ),
      },
      {
        figure: 'referable: specificity at sensitivity 0.91',
        words: 'specificity at sensitivity 0.91',
        means: spared(
          { zh: '张须转诊的照片', en: 'referable photographs' },
          { zh: '张不须转诊的照片', en: 'photographs not referable' },
        ),
      },
    ],
  },
  grading: {
    title: 'Stage of retinopathy',
    figures: [
      {
        figure: 'referable: AUC',
        words: 'stage 2 or more, AUC',
        means: order(
          { zh: '张须转诊（2级或以上）的照片', en: 'a referable photograph (grade 2 or more)' },
          { zh: '张不须转诊的照片', en: 'one that is not' },
        ),
      },
      {
        figure: 'a stage is told',
        means: share(
          { zh: '张照片', en: 'photographs' },
          { zh: '张给出分级', en: 'are given a stage' },
          { zh: '张未能分级', en: 'are not' },
          { zh: '未能分级的照片须由医生分级。', en: 'A clinician stages the others.' },
        ),
      },
      {
        figure: 'the stage told is right, each stage as frequent as in the set',
        words: 'the stage told is right',
        means: share(
          { zh: '张给出分级的照片', en: 'photographs given a stage' },
          { zh: '张与医生的分级一致', en: 'have the stage that the grader gave' },
          { zh: '张不一致', en: 'another' },
          { zh: '分级须由医生核对。', en: 'A clinician checks the stage.' },
        ),
      },
      {
        figure: 'referable: told stage 2 or more',
        means: share(
          {
            zh: '张须转诊（医生判为2级或以上）的照片',
            en: 'referable photographs (graded 2 or more)',
          },
          { zh: '张被提示2级或以上', en: 'are told stage 2 or more' },
          { zh: '张没有（给出0级、1级或未能分级）', en: 'are not (told 0 or 1, or no stage)' },
        ),
      },
      {
        figure: 'referable: told stage 0 or 1',
        means: share(
          {
            zh: '张须转诊（医生判为2级或以上）的照片',
            en: 'referable photographs (graded 2 or more)',
          },
          { zh: '张被漏掉（给出0级或1级）', en: 'are missed (told stage 0 or 1)' },
          { zh: '张没有', en: 'are not' },
          {
            zh: '给出0级或1级不能排除须转诊的病变。',
            en: 'Stage 0 or 1 excludes no referable disease.',
          },
        ),
      },
      {
        figure: 'stage 0: told stage 2 or more',
        means: share(
          { zh: '张没有视网膜病变（0级）的照片', en: 'photographs without retinopathy (stage 0)' },
          { zh: '张被误报为2级或以上', en: 'are told stage 2 or more for nothing' },
          { zh: '张没有', en: 'are not' },
        ),
      },
      {
        figure: 'oedema of risk 2: suspected',
        means: share(
          {
            zh: '张黄斑水肿高风险（2级）的照片',
            en: 'photographs of high risk of macular oedema (2)',
          },
          { zh: '张被提示疑似水肿', en: 'are told suspected' },
          { zh: '张被漏掉', en: 'are missed' },
          { zh: '未检出水肿不能排除水肿。', en: 'No oedema suspected excludes none.' },
        ),
      },
      {
        figure: 'oedema of risk 0 or 1: not suspected',
        means: share(
          { zh: '张水肿风险为0或1级的照片', en: 'photographs of risk 0 or 1' },
          { zh: '张未被提示', en: 'are not suspected' },
          { zh: '张被提示疑似水肿', en: 'are' },
        ),
      },
      {
        figure: 'referable: expected calibration error',
        means: chance({ zh: '须转诊', en: 'referable disease' }),
      },
      {
        figure: 'a stage near a border: a repeat is told another stage or none',
        means: share(
          { zh: '次接近界限的分级的重复', en: 'repeats of a photograph near a border' },
          { zh: '次给出另一分级或未能分级', en: 'are told another stage or none' },
          { zh: '次分级不变', en: 'the same' },
        ),
      },
      {
        figure: 'a stage near no border: a repeat is told another stage or none',
        means: share(
          { zh: '次不接近界限的分级的重复', en: 'repeats of a photograph near no border' },
          { zh: '次给出另一分级或未能分级', en: 'are told another stage or none' },
          { zh: '次分级不变', en: 'the same' },
        ),
      },
    ],
  },
  glaucoma: {
    title: 'Suspicion of glaucoma',
    figures: [
      {
        figure: 'sensitivity of watch or more',
        means: share(
          { zh: '张青光眼照片', en: 'glaucomatous photographs' },
          { zh: '张被提示“观察”或以上', en: 'are flagged to watch or more' },
          { zh: '张没有被提示', en: 'are not' },
          { zh: '没有提示不能排除青光眼。', en: 'None flagged excludes no glaucoma.' },
        ),
      },
      {
        figure: 'specificity of watch or more',
        means: share(
          { zh: '张健康照片', en: 'healthy photographs' },
          { zh: '张没有被提示', en: 'are not flagged' },
          { zh: '张被误提示', en: 'are flagged for nothing' },
        ),
      },
      {
        figure: 'sensitivity of suspect or more',
        means: share(
          { zh: '张青光眼照片', en: 'glaucomatous photographs' },
          { zh: '张被提示“可疑”', en: 'are told suspect' },
          { zh: '张没有', en: 'are not' },
          { zh: '没有提示不能排除青光眼。', en: 'None flagged excludes no glaucoma.' },
        ),
      },
      {
        figure: 'specificity of suspect or more',
        means: share(
          { zh: '张健康照片', en: 'healthy photographs' },
          { zh: '张没有被提示“可疑”', en: 'are not told suspect' },
          { zh: '张被误提示', en: 'are for nothing' },
        ),
      },
      {
        figure: 'glaucomatous told low',
        words: 'glaucomatous photographs called low, share',
        means: share(
          { zh: '张青光眼照片', en: 'glaucomatous photographs' },
          { zh: '张被判为可疑度低', en: 'are called low' },
          { zh: '张没有', en: 'are not' },
          { zh: '可疑度低不能排除青光眼。', en: 'Low excludes no glaucoma.' },
        ),
      },
      {
        figure: 'AUC of the ratio',
        means: order(
          { zh: '张青光眼照片', en: 'a glaucomatous photograph' },
          { zh: '张健康照片', en: 'a healthy one' },
        ),
      },
    ],
  },
} as const satisfies ShownOf
