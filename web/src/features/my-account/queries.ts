import { myChanges, myFactor, myInfo, myPasskeys, mySessions, mySso } from '@mingmou/contract'
import { callQuery, changed } from '../../lib/calls/call-query.ts'

export const myAccountQueries = {
  info: (uid: string) => callQuery(myInfo, { uid }),
  changes: () => callQuery(myChanges, {}),
  factor: () => callQuery(myFactor, {}),
  passkeys: () => callQuery(myPasskeys, {}),
  sso: () => callQuery(mySso, {}),
  sessions: () => callQuery(mySessions, {}),
}

export const myAccountChanged = () => changed(myInfo, mySessions)
export const changeAnswered = () => changed(myChanges, myInfo, myFactor, myPasskeys)
/** Without an app there are no passkeys. */
export const factorChanged = () => changed(myFactor, myPasskeys)
export const ssoChanged = () => changed(mySso)
export const passkeysChanged = () => changed(myPasskeys)
