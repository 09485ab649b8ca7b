import {
  opinionSections,
  proposeStep,
  REFERRALS,
  worstFirst,
  type Eye,
  type Language,
} from '@mingmou/contract'
import { describe, expect, test } from 'vitest'
import { STEP_TABLES } from '../next-steps.ts'
import { randomPatients } from '../testing/random-patients.ts'
import { STAGE_OF } from './grade.ts'
import { draftOpinion, draftPatientOpinion } from './opinion/index.ts'
import { eyesOf, ofPatient, outcomesOf, type Photograph } from './patient.ts'

const conclusion = (text: string | null) =>
  opinionSections(text ?? '').find(({ part }) => part === 'conclusion')?.lines ?? []
const advice = (text: string | null) =>
  opinionSections(text ?? '').find(({ part }) => part === 'advice')?.lines ?? []

/** The least stage that a photograph bears, told or not. */
function borne({ findings }: Photograph): number {
  if (!findings?.gradable) return 0
  const { dr, dr_grade } = findings
  if (dr_grade !== null) return dr_grade
  return dr === null || dr.rule === 'clinician' ? 0 : STAGE_OF[dr.rule]
}

const isStated = (photographs: readonly Photograph[], eye: Eye | null, ...what: string[]) =>
  photographs.some(
    (photograph) =>
      photograph.eye === eye &&
      photograph.stated?.some(({ name, value }) => name === what[0] && value === what[1]),
  )

const SIDES = { OD: '右眼', OS: '左眼' } as const

const NAMES = {
  'zh-CN': { OD: /^(右眼|双眼)/, OS: /^(左眼|双眼)/, all: /^(右眼|左眼|双眼|眼别未定|未能判断)/ },
  en: {
    OD: /^(Right eye|Both eyes)/,
    OS: /^(Left eye|Both eyes)/,
    all: /^(Right eye|Left eye|Both eyes|Eye of unknown side in image|Not judged)/,
  },
} as const

describe('of 500 random patients', () => {
  const all = randomPatients()
  const judged = (photographs: readonly Photograph[], eye: Eye | null) =>
    photographs.filter((photograph) => photograph.eye === eye && photograph.findings?.gradable)

  test('no eye is told less than its worst photograph bears', () => {
    let held = 0
    for (const photographs of all)
      for (const { eye, stage, gradable, referral } of eyesOf(photographs)) {
        if (stage === null) {
          if (gradable > 0 && eye !== null && !isStated(photographs, eye, 'referral', 'none'))
            expect(referral).not.toBe('none')
          continue
        }
        const worst = Math.max(...judged(photographs, eye).map(borne))
        expect(stage).toBeGreaterThanOrEqual(worst)
        if (stage >= 2) held++
      }
    expect(held).toBeGreaterThan(50)
  })

  test('no interval stands where an eye is to be looked at', () => {
    let routine = 0
    for (const photographs of all) {
      const eyes = eyesOf(photographs)
      const asked = eyes.some(({ referral, gradable }) => gradable > 0 && referral !== 'none')
      const text = draftOpinion(photographs, photographs[0]?.index ?? 0, 'zh-CN')
      const interval = advice(text).some((line) => line.includes('复查糖尿病视网膜病变'))
      const alone = eyes.every(({ reasons }) =>
        reasons.every(({ reason }) => reason === 'glaucoma' || reason === 'ungradable'),
      )
      if (interval) {
        expect(alone, text).toBe(true)
        routine++
      } else if (!asked && eyes.some(({ gradable }) => gradable > 0) && text !== '')
        expect(advice(text).join(''), text).toMatch(/个月|医生判定|建议/)
    }
    expect(routine).toBeGreaterThan(10)
  })

  test('a referral stands whatever another eye leaves open, and an eye left open is named beside an interval', () => {
    const left = ['stage', 'oedema', 'field', 'other', 'contradiction', 'other_disease']
    let [refers, scans, open] = [0, 0, 0]
    for (const photographs of all) {
      const lines = advice(
        draftPatientOpinion(photographs, 'zh-CN') ?? draftOpinion(photographs, 0, 'zh-CN'),
      )
      for (const eye of ofPatient(photographs).eyes) {
        if (eye.gradable === 0) continue
        const asks = (referral: string, names: readonly string[]) =>
          eye.reasons.some(
            (reason) => reason.referral === referral && names.includes(reason.reason),
          )
        const refer = asks('referable', ['stage', 'oedema', 'other'])
        if (refer) {
          expect(lines.join('')).toMatch(/转眼(底|科)专科/)
          refers++
        }
        if (eye.contradiction && eye.oedema) {
          const side = eye.eye === null ? '眼别未定' : `(${SIDES[eye.eye]}|双眼)`
          expect(lines.join('')).toMatch(new RegExp(`${side}[^。]*尽快行黄斑OCT`))
          scans++
        }
        if (!asks('review', left) || (refer && !eye.contradiction)) continue
        if (!lines.some((line) => line.includes('个月'))) continue
        const name = eye.eye === null ? '眼别未定' : `(${SIDES[eye.eye]}|双眼)`
        expect(lines.join('')).toMatch(new RegExp(`${name}[^。]*检查`))
        open++
      }
    }
    expect([refers > 50, scans > 10, open > 20]).toEqual([true, true, true])
  })

  test.each<Language>(['zh-CN', 'en'])(
    'every draft of a sitting says the same of the patient (%s)',
    (language) => {
      for (const photographs of all) {
        const whole = draftPatientOpinion(photographs, language)
        const texts = photographs.flatMap(({ index }) => {
          const text = draftOpinion(photographs, index, language)
          return text === '' ? [] : [text]
        })
        const some = photographs.some(({ findings }) => findings?.gradable)
        for (const text of some ? texts : []) {
          expect(conclusion(text)).toEqual(conclusion(whole ?? text))
          expect(advice(text)).toEqual(advice(whole ?? text))
          for (const line of conclusion(text)) expect(line).toMatch(NAMES[language].all)
          expect(text).not.toMatch(/undefined|null|NaN|\{\{|opinion\.|dr\.|unjudged\./)
        }
      }
    },
  )

  test('a treated eye is never told to be well, other disease is never left out, and nothing is asked for twice', () => {
    let [treated, other] = [0, 0]
    for (const photographs of all) {
      const text =
        draftPatientOpinion(photographs, 'zh-CN') ?? draftOpinion(photographs, 0, 'zh-CN')
      const lines = conclusion(text)
      for (const line of lines)
        expect((line.match(/须进一步检查/g) ?? []).length, line).toBeLessThan(2)
      for (const eye of ofPatient(photographs).eyes) {
        if (eye.eye === null || eye.gradable === 0) continue
        const own = lines.find((line) => NAMES['zh-CN'][eye.eye ?? 'OD'].test(line)) ?? ''
        if (eye.treated && !eye.stageStated) {
          expect(own).not.toMatch(/未见糖尿病视网膜病变征象|ICDR 0级）/)
          treated++
        }
        if (!eye.other) continue
        expect(own).toMatch(/疑似其他异常|其他异常：有（医生判定）/)
        if (eye.reasons.some(({ reason }) => reason === 'other_disease'))
          expect(own).toContain('须进一步检查')
        other++
      }
    }
    expect([treated > 20, other > 20]).toEqual([true, true])
  })

  test('a treated eye has neither the interval nor the next step of a stage, and is referred as its stage asks', () => {
    let [graded, beside] = [0, 0]
    for (const photographs of all) {
      const lines = advice(
        draftPatientOpinion(photographs, 'zh-CN') ?? draftOpinion(photographs, 0, 'zh-CN'),
      )
      const eyes = eyesOf(photographs)
      const { grounds = [] } =
        proposeStep(outcomesOf(photographs, photographs), STEP_TABLES.ico_2017) ?? {}
      const timed = lines.filter((line) => /转眼底专科，|复查糖尿病视网膜病变/.test(line))
      for (const { eye, treated, gradable, stage, reasons } of eyes) {
        if (!treated || eye === null || gradable === 0) continue
        expect(grounds).not.toContainEqual({ eye, ground: `stage_${stage}` })
        for (const line of timed) {
          expect(line, lines.join('')).toMatch(eye === 'OD' ? /左眼|眼别未定/ : /右眼|眼别未定/)
          expect(line).not.toMatch(new RegExp(`双眼|${SIDES[eye]}`))
          beside++
        }
        const asked = reasons.some(
          ({ reason, referral }) => referral === 'referable' && reason === 'stage',
        )
        if (!asked || (stage ?? 0) < 2 || reasons.some(({ reason }) => reason === 'contradiction'))
          continue
        const said = treated === 'scars' ? '疑似有激光斑' : '为治疗后的眼'
        expect(lines.join('')).toMatch(
          new RegExp(`(${SIDES[eye]}|双眼)${said}，照片不能判断病变是否活动`),
        )
        graded++
      }
    }
    expect([graded > 20, beside > 10]).toEqual([true, true])
  })

  test('what was not judged stands in the conclusion, with its eye', () => {
    let [open, blind, small] = [0, 0, 0]
    for (const photographs of all) {
      const text =
        draftPatientOpinion(photographs, 'zh-CN') ?? draftOpinion(photographs, 0, 'zh-CN')
      const lines = conclusion(text)
      const patient = ofPatient(photographs)
      if (!patient.eyes.some(({ gradable }) => gradable > 0)) continue
      const unread = photographs.filter(
        ({ eye, findings }) => eye === null && findings?.gradable === false,
      )
      for (const { index } of unread) {
        expect(lines[0], text).toMatch(
          new RegExp(`第${index + 1}张[^（，：]*（眼别未定，不可判读）`),
        )
        blind++
      }
      for (const eye of patient.eyes) {
        if (eye.eye === null) continue
        const name = NAMES['zh-CN'][eye.eye].source.slice(1)
        const said = (what: string) => lines.some((line) => new RegExp(`${name}${what}`).test(line))
        const unseen = judged(photographs, eye.eye).filter(
          ({ findings }) =>
            findings?.dr === null &&
            findings.shows?.macula !== false &&
            (findings.dr_referable_probability ?? 0) >= 0.3,
        )
        if (unseen.length > 0) {
          expect(said('：.*未见明确黄斑水肿征象'), text).toBe(false)
          small++
        }
        if (eye.gradable === 0 && eye.photographs > 0) expect(said('（照片均不可判读')).toBe(true)
        if (eye.oedemaOpen !== null) expect(said('黄斑水肿（'), text).toBe(true)
        if (eye.glaucomaOpen !== null) expect(said('青光眼可疑度（'), text).toBe(true)
        if (eye.gradable > 0 && eye.stage === null && !eye.contradiction) {
          expect(said('：(.*，)?未能分级'), text).toBe(true)
          open++
        }
      }
    }
    expect([open > 50, blind > 20, small > 10]).toEqual([true, true, true])
  })

  test('the photograph that a report shows first is the one that the eye rests on', () => {
    for (const photographs of all)
      for (const side of ['OD', 'OS'] as const) {
        const some = judged(photographs, side)
        const [first] = worstFirst('fundus', some, ({ findings }) => findings)
        const eye = ofPatient(photographs).eyes.find((outcome) => outcome.eye === side)
        if (!first || !eye || eye.together.length > 0) continue
        expect(eye.stage?.index ?? eye.openBy).toBe(first.index)
      }
  })

  test('the suspicion of glaucoma rests on the photograph of the largest ratio of its band', () => {
    let chosen = 0
    for (const photographs of all)
      for (const { eye, glaucoma } of ofPatient(photographs).eyes) {
        if (!glaucoma || eye === null) continue
        const same = judged(photographs, eye).filter(
          ({ index, findings }) =>
            index === glaucoma.index ||
            findings?.glaucoma?.band === photographs[glaucoma.index]?.findings?.glaucoma?.band,
        )
        const ratios = same.map(({ findings }) => findings?.vcdr ?? 0)
        expect(photographs[glaucoma.index]?.findings?.vcdr ?? 0).toBe(Math.max(...ratios))
        if (new Set(ratios).size > 1) chosen++
      }
    expect(chosen).toBeGreaterThan(10)
  })

  test('list and report say the same of an eye, and the referral is the worst of its reasons', () => {
    for (const photographs of all)
      for (const eye of eyesOf(photographs)) {
        if (eye.eye === null || eye.photographs === 0) continue
        const shown = photographs.filter((photograph) => photograph.eye === eye.eye).slice(0, 1)
        const [outcome] = outcomesOf(photographs, shown)
        expect(outcome).toMatchObject({
          stage: eye.stage,
          referral: eye.referral,
          reasons: eye.reasons,
        })
        if (eye.gradable === 0) continue
        const worst = Math.max(0, ...eye.reasons.map(({ referral }) => REFERRALS.indexOf(referral)))
        expect(eye.referral).toBe(REFERRALS[worst])
      }
  })
})
