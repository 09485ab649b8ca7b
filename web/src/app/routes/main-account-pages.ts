import type { RouteObject } from 'react-router'
import { PATHS } from '../../paths.ts'
import { page } from './page.ts'

/** Pages of an institution that its main account alone opens. */
export const mainAccountPages: readonly RouteObject[] = [
  page(
    PATHS.organizationAccount,
    'organizationAccount',
    ['3'],
    () => import('../../features/members/accounts-page.tsx'),
    ['members'],
  ),
  page(PATHS.devices, 'devices', ['3'], () => import('../../features/devices/devices-page.tsx'), [
    'devices',
    'archives',
  ]),
  page(PATHS.hl7, 'hl7', ['3'], () => import('../../features/hl7/hl7-page.tsx'), ['hl7']),
  page(
    PATHS.dashboard,
    'dashboard',
    ['3'],
    () => import('../../features/dashboard/dashboard-page.tsx'),
    ['dashboard', 'patients', 'findings'],
  ),
  page(
    PATHS.validation,
    'validation',
    ['3'],
    () => import('../../features/validations/validations-page.tsx'),
    ['validations'],
  ),
  page(PATHS.drift, 'drift', ['3'], () => import('../../features/drift/drift-page.tsx'), ['drift']),
  page(
    PATHS.connections,
    'connections',
    ['3'],
    () => import('../../features/connections/connections-page.tsx'),
    ['connections', 'devices', 'hl7'],
  ),
  page(
    PATHS.destinations,
    'destinations',
    ['3'],
    () => import('../../features/destinations/destinations-page.tsx'),
    ['destinations'],
  ),
  page(PATHS.clients, 'clients', ['3'], () => import('../../features/clients/clients-page.tsx'), [
    'clients',
    'webhooks',
  ]),
]
