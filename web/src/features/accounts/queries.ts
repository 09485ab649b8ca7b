import { myInfo, mySessions } from '@mingmou/contract'
import { callQuery, changed } from '../../lib/call-query.ts'

export const accountQueries = {
  own: (uid: string) => callQuery(myInfo, { uid }),
  sessions: () => callQuery(mySessions, {}),
}

export const accountChanged = () => changed(myInfo, mySessions)
