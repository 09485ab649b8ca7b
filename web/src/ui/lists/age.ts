import { today } from '@mingmou/contract'

/** Whole years from a birthday to a day, today if none is given. */
export function ageOn(birthday: string, day: string = today()): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return day.slice(5) < birthday.slice(5) ? years - 1 : years
}
