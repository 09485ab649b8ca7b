import { ROLES } from '@mingmou/contract'
import { expect, test } from 'vitest'
import { landingPath, menuOf, MENUS, type MenuEntry } from './menu.ts'
import { isBuilt } from '../routes/routes.tsx'

const shapeOf = (entries: MenuEntry[]) =>
  entries.map((entry) =>
    'path' in entry
      ? `${entry.label} ${entry.path}`
      : `${entry.label}: ${entry.children.map(({ path }) => path).join(' ')}`,
  )
const shape = (role: (typeof ROLES)[number]) => shapeOf(MENUS[role])
const shown = (role: (typeof ROLES)[number]) => shapeOf(menuOf(role, isBuilt))

test('administrators see accounts, institutions, trial users, questionnaire, datasets and feedback', () => {
  const menu = [
    'system: /app/system/account',
    'organization: /app/organization/list /app/organization/process',
    'experience: /app/experience/account',
    'questionnaire /app/questionnaire',
    'news /app/news',
    'database: /app/database/fundus /app/database/surface',
    'feedback /app/feedback',
    'audit /app/audit',
  ]
  expect(shape('1')).toEqual(menu)
  expect(shape('2')).toEqual(menu)
})

test('the main account sees its institution above what the sub-accounts see', () => {
  const clinical = [
    'patients: /app/patient /app/patient/reportList /app/patient/recall /app/patient/referrals /app/patient/import /app/patient/erasure',
    'orders /app/patient/orders',
    'worklist /app/worklist',
    'inbox /app/received',
    'diagnosis /app/diagnosis',
    'database: /app/database/fundus /app/database/surface',
  ]
  expect(shape('4')).toEqual(clinical)
  expect(shape('3')).toEqual([
    'organization: /app/organization/info /app/organization/account /app/organization/devices /app/organization/dashboard /app/organization/validation /app/organization/drift /app/organization/connections /app/organization/destinations /app/organization/clients /app/organization/hl7',
    ...clinical,
    'audit /app/audit',
  ])
})

test('a trial user sees one analysis', () => {
  expect(shape('5')).toEqual(['experienceDiagnosis: /app/diagnosis/fundus'])
})

test('what is not built is not shown, nor a group without anything', () => {
  expect(shown('2')).toEqual([
    'system: /app/system/account',
    'organization: /app/organization/list /app/organization/process',
    'experience: /app/experience/account',
    'questionnaire /app/questionnaire',
    'news /app/news',
    'database: /app/database/fundus /app/database/surface',
    'feedback /app/feedback',
    'audit /app/audit',
  ])
  expect(shown('4')).toEqual([
    'patients: /app/patient /app/patient/reportList /app/patient/recall /app/patient/referrals /app/patient/import /app/patient/erasure',
    'orders /app/patient/orders',
    'worklist /app/worklist',
    'inbox /app/received',
    'diagnosis /app/diagnosis',
    'database: /app/database/fundus /app/database/surface',
  ])
  expect(shown('5')).toEqual(['experienceDiagnosis: /app/diagnosis/fundus'])
})

test('everybody lands on the first link of the menu', () => {
  expect(ROLES.map(landingPath)).toEqual([
    '/app/system/account',
    '/app/system/account',
    '/app/organization/info',
    '/app/patient',
    '/app/diagnosis/fundus',
  ])
})
