import { z } from 'zod'
import type { Say, Texts } from '../wire/wording.ts'
import { Eye } from './findings.ts'

/** Treatments of a retina after which a photograph does not show how ill it is. */
export const TREATMENTS = ['prp', 'laser', 'injection', 'vitrectomy'] as const
export const Treatment = z.enum(TREATMENTS)
export type Treatment = z.infer<typeof Treatment>

/** What is known of the treatment of an eye: what a clinician stated, or scars of laser, which the machine suspects. */
export const Treated = z.enum([...TREATMENTS, 'scars'])
export type Treated = z.infer<typeof Treated>

/**
 * Whether the stage of an eye says how soon it is to be seen. After treatment a photograph does not tell whether the disease is
 * active: its stage has no interval and no urgency, whatever it is.
 */
export const isTimedByStage = ({ treated }: { treated?: Treated | null | undefined }): boolean =>
  !treated

/** A treatment that the complications of a patient record. */
export const RecordedTreatment = z.object({
  treatment: Treatment,
  /** null where the record names no eye. */
  eye: Eye.nullable(),
  /** Of the record: the treatment itself has no date. */
  start_date: z.string(),
  end_date: z.string().nullable(),
  /** The words of the record. */
  source: z.string(),
})
export type RecordedTreatment = z.infer<typeof RecordedTreatment>

export const TREATMENT_TEXTS = {
  name: {
    prp: ['全视网膜光凝', 'panretinal laser'],
    laser: ['激光光凝', 'laser'],
    injection: ['玻璃体腔注药', 'intravitreal injection'],
    vitrectomy: ['玻璃体切除', 'vitrectomy'],
  },
  treated: ['已治疗（{{treatment}}）', 'treated ({{treatment}})'],
  scars: ['疑似激光治疗后', 'suspected previous laser treatment'],
  scars_mean: [
    '疑似激光斑（治疗后），不能判断病变活动性',
    'suspected laser scars (treated), activity cannot be judged from scars',
  ],
  title: ['病历记录的治疗', 'Treatment on record'],
  no_eye: ['眼别未记录', 'eye not recorded'],
  from: ['{{start}}起', 'from {{start}}'],
  year: ['{{year}}年', '{{year}}'],
  month: ['{{year}}年{{short}}月', '{{year}}-{{month}}'],
  span: ['{{start}}至{{end}}', '{{start}} to {{end}}'],
  record: ['{{treatment}}（{{eye}}，{{time}}）', '{{treatment}} ({{eye}}, {{time}})'],
  source: ['并发症记录：{{source}}', 'Record of complications: {{source}}'],
  note: [
    '治疗后的眼底照片不能单独说明病变轻重。',
    'After treatment, a photograph alone does not show how severe the disease is.',
  ],
} as const satisfies Texts

/** What names a treatment, in either script. What is named more exactly comes first. */
const TERMS: readonly { treatment: Treatment; terms: RegExp }[] = [
  {
    treatment: 'prp',
    terms: /全视网膜(?:激光|光凝)|\bPRP\b|pan-?\s?retinal|scatter (?:laser|photocoag)/i,
  },
  { treatment: 'laser', terms: /激光|光凝|\blasers?\b|photocoag/i },
  {
    treatment: 'injection',
    terms:
      /玻璃体(?:腔)?(?:内)?注|眼内注|注药|抗\s?VEGF|anti-?\s?VEGF|intravitreal|雷珠单抗|阿柏西普|康柏西普|贝伐(?:珠)?单抗|法瑞西单抗|ranibizumab|aflibercept|conbercept|bevacizumab|faricimab/i,
  },
  {
    treatment: 'vitrectomy',
    terms: /玻切|玻璃体切|硅油|vitrectom|\bPPV\b|silicone oil/i,
  },
]
/** Said of an injection anywhere in the body: counts where the record is of an eye. */
const INJECTION = /注射|\binject/i
const NOT_OF_THE_EYE = /胰岛素|皮下|肌注|肌肉|insulin|subcutan|intramuscular|GLP/i
const OF_THE_EYE =
  /眼|视网膜|黄斑|玻璃体|糖网|retin|macul|vitre|\beyes?\b|\bP?DR\b|\bNPDR\b|\bDM[EO]\b/i

/** Says that it was not done. */
const DENIED =
  /未[^，。；]{0,3}(?:行|做|予|接受|激光|光凝|注)|没有|拒绝|否认|无需|不需|\b(?:no|not|never|without|declined|refused)\b/i

const RIGHT = /右|双眼|两眼|\bOD\b|\bOU\b|\bright\b|\bboth eyes\b|\bbilateral/i
const LEFT = /左|双眼|两眼|\bOS\b|\bOU\b|\bleft\b|\bboth eyes\b|\bbilateral/i

const eyesIn = (text: string): Eye[] => [
  ...(RIGHT.test(text) ? (['OD'] as const) : []),
  ...(LEFT.test(text) ? (['OS'] as const) : []),
]

function treatmentsIn(clause: string, record: string): Treatment[] {
  if (DENIED.test(clause)) return []
  const named = TERMS.filter(({ terms }) => terms.test(clause)).map(({ treatment }) => treatment)
  const injected =
    !named.includes('injection') &&
    INJECTION.test(clause) &&
    OF_THE_EYE.test(record) &&
    !NOT_OF_THE_EYE.test(clause)
  const all = injected ? [...named, 'injection' as const] : named
  return all.filter((treatment) => treatment !== 'laser' || !all.includes('prp'))
}

/** Each part of the words of a record, with the eyes that it names, or that the part before it named. */
function clausesOf(texts: readonly string[]): { clause: string; eyes: Eye[] }[] {
  return texts.flatMap((text) => {
    let eyes: Eye[] = []
    return text.split(/[，,。;；、\n]/).map((clause) => {
      const own = eyesIn(clause)
      if (own.length > 0) eyes = own
      return { clause, eyes }
    })
  })
}

/** A complication, as far as its treatment is read. */
interface TreatedComplication {
  disease_type: string
  start_date: string
  end_date: string | null
  treat_plan: string | null
}

/** The treatments of eyes that the records of a patient name, the newest record first. */
export function recordedTreatments(rows: readonly TreatedComplication[]): RecordedTreatment[] {
  const found = rows.flatMap(({ disease_type, treat_plan, start_date, end_date }) => {
    const texts = [treat_plan ?? '', disease_type].filter((text) => text !== '')
    const source = [disease_type, treat_plan ?? ''].filter((text) => text !== '').join('：')
    const whole = eyesIn(source)
    const each = clausesOf(texts).flatMap(({ clause, eyes }) => {
      const of = eyes.length > 0 ? eyes : whole.length === 1 ? whole : [null]
      return treatmentsIn(clause, source).flatMap((treatment) =>
        of.map((eye) => ({ treatment, eye })),
      )
    })
    const once = each.filter(
      (pair, at) =>
        at ===
        each.findIndex(({ treatment, eye }) => treatment === pair.treatment && eye === pair.eye),
    )
    return once.map((pair) => ({ ...pair, start_date, end_date, source }))
  })
  return found.toSorted((one, other) => other.start_date.localeCompare(one.start_date))
}

/** Those that are said beside the stage of an eye: its own, and those of which no eye is recorded. */
export const treatmentsOf = (
  records: readonly RecordedTreatment[],
  eye: Eye | null,
): RecordedTreatment[] =>
  records.filter((record) => eye === null || record.eye === null || record.eye === eye)

/** Of a year or a month alone no day is said. */
function periodText(period: string, say: Say): string {
  const [year = '', month] = period.split('-')
  if (month === undefined) return say('treatment.year', { year })
  return period.length === 7
    ? say('treatment.month', { year, month, short: String(Number(month)) })
    : period
}

/** A recorded treatment in words, and its source. */
export function recordText(
  { treatment, eye, start_date, end_date, source }: RecordedTreatment,
  say: Say,
): { text: string; source: string } {
  const start = periodText(start_date, say)
  const end = end_date === null ? null : periodText(end_date, say)
  const time =
    end === null ? say('treatment.from', { start }) : say('treatment.span', { start, end })
  return {
    text: say('treatment.record', {
      treatment: say(`treatment.name.${treatment}`),
      eye: eye === null ? say('treatment.no_eye') : say(`eye.${eye}`),
      time,
    }),
    source: say('treatment.source', { source }),
  }
}

/** The same as a clause of its own: scars do not tell how ill the eye is now. */
export const treatedClause = (treated: Treated | null, say: Say): string =>
  treated === null
    ? ''
    : treated === 'scars'
      ? say('treatment.scars_mean')
      : treatedText(treated, say)

/** That an eye was treated: by the treatment that a clinician stated, or by the scars that are suspected. */
export const treatedText = (treated: Treated, say: Say): string =>
  treated === 'scars'
    ? say('treatment.scars')
    : say('treatment.treated', { treatment: say(`treatment.name.${treated}`) })
