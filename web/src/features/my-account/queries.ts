import { myInfo, mySessions } from '@mingmou/contract'
import { callQuery, changed } from '../../lib/call-query.ts'

export const myAccountQueries = {
  info: (uid: string) => callQuery(myInfo, { uid }),
  sessions: () => callQuery(mySessions, {}),
}

export const myAccountChanged = () => changed(myInfo, mySessions)
