import type { ShownOf } from './accuracy-shown.ts'
import { order, share } from './accuracy-words.ts'

const SUSPECTED = { zh: '张被提示疑似其他异常', en: 'are told suspected' }
const NOT = { zh: '张没有被提示', en: 'are not' }
const EXCLUDES_NONE = {
  zh: '没有提示不能排除其他眼病。',
  en: 'None suspected excludes no disease.',
}
const suspectedOf = (zh: string, en: string) =>
  share({ zh: `张${zh}的照片`, en: `photographs of ${en}` }, SUSPECTED, NOT, EXCLUDES_NONE)

/** Figures that `accuracy-shown.ts` takes in: of what a photograph shows beside diabetic retinopathy. */
export const OTHER = {
  other_disease: {
    title: 'Other disease, and eyes treated by laser',
    figures: [
      {
        figure: 'any abnormality against normal: AUC',
        means: order(
          { zh: '张有其他眼病的照片', en: 'a photograph with another disease' },
          { zh: '张正常的照片', en: 'a normal one' },
        ),
      },
      {
        figure: 'other disease, suspected',
        means: suspectedOf('有其他眼病', 'other diseases'),
      },
      {
        figure: 'normal, suspected',
        means: share({ zh: '张正常的照片', en: 'normal photographs' }, SUSPECTED, NOT),
      },
      {
        figure: 'healthy, suspected',
        means: share({ zh: '张健康的照片', en: 'healthy photographs' }, SUSPECTED, NOT),
      },
      {
        figure: 'macular_degeneration: suspected',
        words: 'macular degeneration, suspected',
        means: suspectedOf('黄斑变性', 'macular degeneration'),
      },
      {
        figure: 'pathological_myopia: suspected',
        words: 'pathological myopia, suspected',
        means: suspectedOf('病理性近视', 'pathological myopia'),
      },
      {
        figure: 'vein_occlusion: suspected',
        words: 'vein occlusion, suspected',
        means: suspectedOf('静脉阻塞', 'vein occlusion'),
      },
      {
        figure: 'membrane: suspected',
        words: 'epiretinal membrane, suspected',
        means: suspectedOf('黄斑前膜', 'epiretinal membrane'),
      },
      {
        figure: 'hypertensive: suspected',
        words: 'hypertensive retinopathy, suspected',
        means: suspectedOf('高血压性视网膜病变', 'hypertensive retinopathy'),
      },
      {
        figure: 'laser, scars told',
        means: share(
          { zh: '张有激光斑的照片', en: 'photographs with laser scars' },
          { zh: '张被提示疑似激光斑', en: 'are told suspected' },
          { zh: '张没有被提示', en: 'are not' },
          {
            zh: '没有提示不能说明未经治疗。',
            en: 'None suspected does not say that an eye was never treated.',
          },
        ),
      },
      {
        figure: 'no laser, scars told',
        means: share(
          { zh: '张没有激光斑的照片', en: 'photographs without laser scars' },
          { zh: '张被误报有激光斑', en: 'are told suspected for nothing' },
          { zh: '张没有', en: 'are not' },
        ),
      },
    ],
  },
} as const satisfies ShownOf
