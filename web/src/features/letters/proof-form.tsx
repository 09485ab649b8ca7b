import { LETTER_CODE, LETTER_LAST, openLetter, type DataOf, type InputOf } from '@mingmou/contract'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ApiError } from '../../lib/calls/api-error.ts'
import { CallForm } from '../../ui/forms/call-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import type { Values } from '../../ui/forms/call-values.ts'
import { DateInput } from '../../ui/forms/date-input.tsx'

export type Proof = InputOf<typeof openLetter>
export type Opened = DataOf<typeof openLetter>

export function ProofForm({ onDone }: { onDone: (proof: Proof, opened: Opened) => void }) {
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
