import { openPlace, type Place } from '../features/move/place.ts'
import type { TestApp } from './test-app.ts'

/** What commands of an institution that moves work on, of this program. */
export async function placed<T>(app: TestApp, work: (place: Place) => Promise<T>): Promise<T> {
  const { place, close } = await openPlace(app.context.config)
  try {
    return await work(place)
  } finally {
    await close()
  }
}
