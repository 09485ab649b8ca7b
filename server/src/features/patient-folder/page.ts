import { minuteOf, professionName, type Language } from '@mingmou/contract'
import { COLUMNS, titleOf } from '../patient-imports/columns.ts'
import { areaText } from '../site/areas.ts'
import { inMarkup } from '../../platform/markup.ts'
import type { Folder } from './read.ts'

const WORDS = {
  reports: ['签发的报告', 'Signed reports'],
  images: ['影像', 'Images'],
  none: ['无', 'None'],
  original: ['设备原始文件', 'File as the device sent it'],
  void: ['已作废', 'Void'],
  superseded: ['已被取代', 'Superseded'],
  signed: ['有效', 'Valid'],
  data: ['数据', 'Data'],
} as const

/** A page that shows the folder, without a server, a script or anything from elsewhere. */
export function pageOf({ form, sittings, reports }: Folder, language: Language): string {
  const say = (key: keyof typeof WORDS) => WORDS[key][language === 'en' ? 1 : 0]
  const sex = language === 'en' ? { 1: 'M', 2: 'F' } : { 1: '男', 2: '女' }
  const said: Partial<Record<(typeof COLUMNS)[number], string | undefined>> = {
    number: form.ad_card_number,
    name: form.name,
    gender: sex[form.gender],
    birthday: form.birthday,
    phone: form.phone,
    address: form.address,
    profession: form.profession && professionName(form.profession, language),
    area: form.area_id && areaText(form.area_id),
    allergic_history: form.allergic_history,
    operation_history: form.operation_history,
  }
  const facts = COLUMNS.flatMap((column) => {
    const value = said[column]
    return value ? [`<dt>${titleOf(column, language)}</dt><dd>${inMarkup(value)}</dd>`] : []
  })
  const signed = reports.map(
    ({ report_no, created_at, state, snapshot }) =>
      `<li><a href="reports/${report_no}.pdf">${report_no}</a> ${minuteOf(created_at.toISOString())} ${inMarkup(snapshot.clinician)} (${say(state)})<p>${inMarkup(snapshot.opinion)}</p></li>`,
  )
  const taken = sittings.map(({ title, collect_device, pictures }) => {
    const shown = pictures.map(({ path, came, eye }) => {
      const original = came ? `<br><a href="${came}">${say('original')}</a>` : ''
      return `<figure><a href="${path}"><img src="${path}" alt="" loading="lazy"></a><figcaption>${eye ?? ''}${original}</figcaption></figure>`
    })
    return `<h3>${inMarkup(title)} · ${inMarkup(collect_device)}</h3><div>${shown.join('')}</div>`
  })
  const none = `<p>${say('none')}</p>`
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${inMarkup(form.name)}</title><style>body{font-family:sans-serif;max-width:60em;margin:1em auto;padding:0 1em}dl{display:grid;grid-template-columns:max-content 1fr;gap:.3em 1em}dt{color:#555}dd{margin:0}figure{display:inline-block;margin:.5em}img{max-width:16em;max-height:16em}li p{white-space:pre-wrap}</style><h1>${inMarkup(form.name)}</h1><dl>${facts.join('')}</dl><h2>${say('reports')}</h2>${signed.length > 0 ? `<ul>${signed.join('')}</ul>` : none}<h2>${say('images')}</h2>${taken.length > 0 ? taken.join('') : none}<h2>${say('data')}</h2><p><a href="patient.json">JSON</a> · <a href="fhir.json">FHIR R4</a></p></html>`
}
