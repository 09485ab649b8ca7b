import { isRole } from '../../lib/session/session.ts'
import type { Role } from '@mingmou/contract'
import { DATABASE_PATHS, PATHS } from '../../paths.ts'

/** An entry of the side menu. Its text is `menu.<label>`, or `text` of another namespace. A group has no address. */
export interface MenuItem {
  label: string
  text?: string
  path: string
}
export type MenuEntry = MenuItem | { label: string; children: MenuItem[] }

const database: MenuEntry = {
  label: 'database',
  children: Object.entries(DATABASE_PATHS).map(([key, path]) => ({
    label: `database_${key}`,
    text: `kinds:${key}.dataset`,
    path,
  })),
}

const audit: MenuEntry = { label: 'audit', path: PATHS.audit }

const administrator: MenuEntry[] = [
  { label: 'system', children: [{ label: 'adminAccounts', path: PATHS.adminAccounts }] },
  {
    label: 'organization',
    children: [
      { label: 'organizationList', path: PATHS.organizationList },
      { label: 'organizationReview', path: PATHS.organizationReview },
    ],
  },
  { label: 'experience', children: [{ label: 'trialAccounts', path: PATHS.experienceAccounts }] },
  { label: 'questionnaire', path: PATHS.manageQuestionnaire },
  { label: 'news', path: PATHS.manageNews },
  database,
  { label: 'feedback', path: PATHS.manageFeedback },
  audit,
]

const clinical: MenuEntry[] = [
  {
    label: 'patients',
    children: [
      { label: 'patientList', path: PATHS.patients },
      { label: 'reports', path: PATHS.reports },
      { label: 'recall', path: PATHS.recall },
      { label: 'referrals', path: PATHS.referrals },
      { label: 'patientImports', path: PATHS.patientImports },
      { label: 'erasure', path: PATHS.erasure },
    ],
  },
  { label: 'orders', path: PATHS.orders },
  { label: 'worklist', path: PATHS.worklist },
  { label: 'inbox', path: PATHS.received },
  { label: 'diagnosis', path: PATHS.diagnosis },
  database,
]

export const MENUS: Record<Role, MenuEntry[]> = {
  '1': administrator,
  '2': administrator,
  '3': [
    {
      label: 'organization',
      children: [
        { label: 'organizationInfo', path: PATHS.organizationInfo },
        { label: 'accounts', path: PATHS.organizationAccount },
        { label: 'devices', path: PATHS.devices },
        { label: 'dashboard', path: PATHS.dashboard },
        { label: 'validation', path: PATHS.validation },
        { label: 'drift', path: PATHS.drift },
        { label: 'connections', path: PATHS.connections },
        { label: 'destinations', path: PATHS.destinations },
        { label: 'clients', path: PATHS.clients },
        { label: 'hl7', path: PATHS.hl7 },
      ],
    },
    ...clinical,
    audit,
  ],
  '4': clinical,
  '5': [
    {
      label: 'experienceDiagnosis',
      children: [{ label: 'experienceAnalysis', path: PATHS.experienceDiagnosis }],
    },
  ],
}

/** Entries of an institution that runs recall. */
const RECALL: readonly string[] = [PATHS.recall, PATHS.referrals]

/** The entries that are not of recall, where the institution never ran it. */
export const withoutRecall = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.map((entry) =>
    'path' in entry
      ? entry
      : { ...entry, children: entry.children.filter(({ path }) => !RECALL.includes(path)) },
  )

/** The entries whose pages exist. An empty group is left out. */
export function menuOf(role: string, isBuilt: (path: string) => boolean): MenuEntry[] {
  if (!isRole(role)) return []
  return MENUS[role].flatMap<MenuEntry>((entry) => {
    if ('path' in entry) return isBuilt(entry.path) ? [entry] : []
    const children = entry.children.filter(({ path }) => isBuilt(path))
    return children.length > 0 ? [{ ...entry, children }] : []
  })
}

/** The first link of the menu, even if its page is under maintenance. */
export function landingPath(role: string): string {
  const first = isRole(role) ? MENUS[role][0] : undefined
  if (!first) return PATHS.home
  return 'path' in first ? first.path : (first.children[0]?.path ?? PATHS.home)
}
