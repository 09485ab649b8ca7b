import { addOrder, listOrders, today, type InputOf, type PhotoOrder } from '@mingmou/contract'
import type { SignedIn } from './factories.ts'
import { succeed, type TestApp } from './test-app.ts'

/** Orders photographs of a patient, of the fundus of both eyes for today unless said otherwise. */
export const order = (
  app: TestApp,
  by: SignedIn,
  pid: string,
  traits: Partial<InputOf<typeof addOrder>> = {},
): Promise<{ order_id: string; accession: string }> =>
  succeed(app, addOrder, { pid, modality: 'fundus', day: today(), ...traits }, { token: by.token })

export const ordersOf = async (
  app: TestApp,
  by: SignedIn,
  asked: InputOf<typeof listOrders> = {},
): Promise<PhotoOrder[]> => (await succeed(app, listOrders, asked, { token: by.token })).rows
