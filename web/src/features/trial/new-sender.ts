import { addTrialPhotograph, message, TRIAL } from '@mingmou/contract'
import { api } from '../../lib/calls/api.ts'
import { checksumOf } from '../../lib/files/file-checks.ts'
import { FileSender } from '../../lib/files/file-sender.ts'
import { acceptedNow, photographArrived } from './queries.ts'

export const newSender = () =>
  new FileSender({
    type: 'experience',
    full: (listed) =>
      acceptedNow().length + listed < TRIAL.perBatch ? null : message('trial_full', TRIAL.perBatch),
    isKept: async (file) => {
      const sum = await checksumOf(file)
      return sum !== null && acceptedNow().some(({ sha256 }) => sha256 === sum)
    },
    acknowledge: (key, { name }, signal) =>
      api(addTrialPhotograph, { key, name }, { signal, toldInPlace: true }),
    arrived: photographArrived,
  })
