import {
  LETTER_CODE,
  LETTER_LAST,
  letterFile,
  openLetter,
  STATUS,
  type DataOf,
  type InputOf,
} from '@mingmou/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ApiError } from '../../lib/calls/api-error.ts'
import { showFailure } from '../../lib/calls/api.ts'
import { callQuery } from '../../lib/calls/call-query.ts'
import { saveFile } from '../../lib/files/download.ts'
import { useWhileShown } from '../../lib/live/while-shown.ts'
import { CallForm, Field } from '../../ui/forms/call-form.tsx'
import type { Values } from '../../ui/forms/call-values.ts'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { LonePage } from '../../ui/frame/lone-page.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import './letter-page.css'

type Proof = InputOf<typeof openLetter>
type Opened = DataOf<typeof openLetter>

/** Where the code on a patient's letter leads. What proves him stays in this tab's memory alone. */
export function Component() {
  const client = useQueryClient()
  const [proof, setProof] = useState<Proof | null>(null)
  const prove = (given: Proof, opened: Opened) => {
    client.setQueryData(callQuery(openLetter, given).queryKey, opened)
    setProof(given)
  }
  const close = () => {
    setProof(null)
    client.removeQueries({ queryKey: [openLetter.path] })
  }
  return (
    <LonePage className="lp">
      {proof === null ? <ProofForm onDone={prove} /> : <Letter proof={proof} onClose={close} />}
    </LonePage>
  )
}

function ProofForm({ onDone }: { onDone: (proof: Proof, opened: Opened) => void }) {
  const { t } = useTranslation('letters')
  const [search] = useSearchParams()
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  return (
    <>
      <h1>{t('title')}</h1>
      <p>{t('hint')}</p>
      <CallForm
        call={openLetter}
        form={form}
        initial={{ code: search.get('code') ?? '' }}
        fallback={t('failed')}
        onBusy={setBusy}
        onDone={(opened, proof) => onDone(proof, opened)}
        // A phone has no room for the same sentence twice.
        toldInPlace
        onRefused={(error) => error instanceof ApiError && Object.keys(error.fields).length > 0}
      >
        <Field name="code" label={t('code')}>
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={2 * LETTER_CODE.chars}
            placeholder="XXXX-XXXX-XXXX-XXXX"
          />
        </Field>
        <Field name="birthday" label={t('birthday')}>
          <DateInput days="past" />
        </Field>
        <Field name="number" label={t('number')} hint={t('number_hint')}>
          <Input autoComplete="off" maxLength={LETTER_LAST} />
        </Field>
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('open')}
        </Button>
      </CallForm>
    </>
  )
}

const FILES = ['letter', 'report'] as const

function Letter({ proof, onClose }: { proof: Proof; onClose: () => void }) {
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
