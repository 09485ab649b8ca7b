import { letterFile, openLetter, STATUS, type InputOf } from '@mingmou/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/calls/api-error.ts'
import { showFailure } from '../../lib/calls/api.ts'
import { callQuery } from '../../lib/calls/call-query.ts'
import { saveFile } from '../../lib/files/download.ts'
import { useWhileShown } from '../../lib/live/while-shown.ts'
import { Failed, Loading } from '../../ui/states/states.tsx'
import type { Proof } from './proof-form.tsx'

const FILES = ['letter', 'report'] as const

export function OpenedLetter({ proof, onClose }: { proof: Proof; onClose: () => void }) {
  const { t } = useTranslation('letters')
  const found = useQuery({
    ...callQuery(openLetter, proof, { toldInPlace: true }),
    // Every answer is on record: it is asked for again in another language, and while it is looked at.
    staleTime: Infinity,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    retry: false,
  })
  // The code was closed or is over, as that of a letter that was lost: nobody reads on.
  const { error } = found
  const refused = error instanceof ApiError && error.status === STATUS.refused ? error : null
  useWhileShown(found.data && !refused ? proof.code : null, () => found.refetch())
  if (refused)
    return (
      <>
        <Alert type="error" showIcon title={refused.message} />
        <Button onClick={onClose}>{t('close')}</Button>
      </>
    )
  if (!found.data) {
    if (!found.isError) return <Loading />
    return (
      <>
        <Failed title={t('failed')} query={found} />
        <Button onClick={onClose}>{t('close')}</Button>
      </>
    )
  }
  const { letter, state, altered, institution, call, open_until } = found.data
  return (
    <>
      <p className="soft">{institution}</p>
      {letter === null && (
        <Alert
          type="error"
          showIcon
          title={t(`state.${altered ? 'altered' : state}`)}
          description={t(call === '' ? 'ask' : 'ask_call', { institution, call })}
        />
      )}
      {letter && (
        <>
          <h1>{letter.title}</h1>
          <dl>
            {letter.identity.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {letter.sections.map(({ title, lines }) => (
            <section key={title}>
              <h2>{title}</h2>
              {lines.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </section>
          ))}
          <div className="lp-files">
            {FILES.map((of) => (
              <SaveButton key={of} of={of} proof={proof} />
            ))}
          </div>
          <p className="soft">{t('until', { day: open_until })}</p>
        </>
      )}
      <Button block onClick={onClose}>
        {t('close')}
      </Button>
    </>
  )
}

function SaveButton({ of, proof }: { of: (typeof FILES)[number]; proof: Proof }) {
  const { t } = useTranslation('letters')
  const saving = useMutation({
    mutationFn: () =>
      saveFile(letterFile.path, { type: 'application/pdf', name: `${t(`file.${of}`)}.pdf` }, {
        ...proof,
        of,
      } satisfies InputOf<typeof letterFile>),
    onError: (error) => showFailure(error, t('not_saved')),
  })
  return (
    <Button loading={saving.isPending} onClick={() => saving.mutate()}>
      {t(`save.${of}`)}
    </Button>
  )
}
