import { expect, test } from 'vitest'
import { recordedTreatments, recordText, sayIn, treatmentsOf } from '../index.ts'

const row = (treat_plan: string | null, disease_type = '糖尿病视网膜病变') => ({
  disease_type,
  treat_plan,
  start_date: '2021-03-04',
  end_date: null,
})
const named = (...rows: ReturnType<typeof row>[]) =>
  recordedTreatments(rows).map(({ treatment, eye }) => `${treatment} ${eye ?? '?'}`)

test.each([
  ['右眼全视网膜光凝', ['prp OD']],
  ['OD PRP', ['prp OD']],
  ['右眼全视网膜激光，左眼局部激光', ['prp OD', 'laser OS']],
  ['双眼激光', ['laser OD', 'laser OS']],
  ['激光', ['laser ?']],
  ['右眼：PRP、抗VEGF 3次', ['prp OD', 'injection OD']],
  ['左眼玻璃体腔注药（康柏西普）', ['injection OS']],
  ['右眼玻切+硅油填充', ['vitrectomy OD']],
  ['注射3次', ['injection ?']],
  ['laser left eye, declined injections', ['laser OS']],
  ['Panretinal photocoagulation of the right eye; vitrectomy left', ['prp OD', 'vitrectomy OS']],
  ['bilateral intravitreal aflibercept', ['injection OD', 'injection OS']],
  ['PPV OS', ['vitrectomy OS']],
  ['未行激光', []],
  ['拒绝激光治疗', []],
  ['胰岛素注射', []],
  ['随访', []],
  [null, []],
] as const)('of the plan "%s" the treatments are %j', (plan, expected) => {
  expect(named(row(plan))).toEqual(expected)
})

test('an injection of a record that is of no eye is none of the eye', () => {
  expect(named(row('皮下注射', '糖尿病肾病'), row('injections', 'nephropathy'))).toEqual([])
})

test('the eye may stand with the complication', () => {
  expect(named(row('PRP', '右眼增殖性糖网'))).toEqual(['prp OD'])
})

test('a treatment is said beside its own eye, and beside both where none is recorded', () => {
  const records = recordedTreatments([row('右眼PRP'), row('激光')])
  const of = (eye: 'OD' | 'OS' | null) =>
    treatmentsOf(records, eye).map((treatment) => treatment.eye)
  expect([of('OD'), of('OS'), of(null)]).toEqual([['OD', null], [null], ['OD', null]])
})

test('of a year or a month alone no day is told', () => {
  const parts = { start_date: '2010', end_date: '2011-03' }
  const [record] = recordedTreatments([{ ...row('右眼PRP'), ...parts }])
  if (!record) throw new Error('no record')
  const told = (language: 'zh-CN' | 'en') => recordText(record, sayIn(language)).text
  expect(told('zh-CN')).toBe('全视网膜光凝（右眼 OD，2010年至2011年3月）')
  expect(told('en')).toContain('2010 to 2011-03')
})

test('it is told with its date, its eye and the words of the record, in both languages', () => {
  const [record] = recordedTreatments([{ ...row('右眼PRP'), end_date: '2021-05-06' }])
  if (!record) throw new Error('no record')
  expect(recordText(record, sayIn('zh-CN'))).toEqual({
    text: '全视网膜光凝（右眼 OD，2021-03-04至2021-05-06）',
    source: '并发症记录：糖尿病视网膜病变：右眼PRP',
  })
  expect(recordText({ ...record, eye: null, end_date: null }, sayIn('en'))).toEqual({
    text: 'panretinal laser (eye not recorded, from 2021-03-04)',
    source: 'Record of complications: 糖尿病视网膜病变：右眼PRP',
  })
})
