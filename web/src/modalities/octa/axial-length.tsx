import { MODALITY, type AnalysedImage, type OctaFindings } from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { changed } from '../../lib/calls/call-query.ts'

const { correct, list, result } = MODALITY.octa.calls.analysis

interface Props {
  recordId: string
  image: AnalysedImage
  findings: OctaFindings
}

/** The axial length of the eye, by which lengths and areas are corrected. It belongs to an eye, so the eye comes first. */
export function AxialLength({ recordId, image, findings }: Props) {
  const { t } = useTranslation(['analyses', 'findings'])
  const [length, setLength] = useState(findings.axial_length_mm)
  const { eye, image_index, judgements } = image
  const [newest] = judgements.find(({ name }) => name === 'axial_length_mm')?.corrections ?? []
  const state = useMutation({
    mutationFn: (value: number) =>
      api(correct, {
        analysis_record_id: recordId,
        image_index,
        field: 'axial_length_mm',
        value,
        reason: '',
        replaces: newest?.correction_id ?? null,
      }),
    onSuccess: () => changed(list, result),
    onError: (error) => showFailure(error, t('kinds:octa.words.axial.failed')),
  })
  return (
    <section className="dx-card dx-row">
      <label>
        {t('findings:octa.measure.axial_length_mm')}{' '}
        <InputNumber
          min={15}
          max={40}
          step={0.01}
          suffix="mm"
          value={length}
          disabled={eye === null}
          onChange={setLength}
        />
      </label>
      <Button
        disabled={eye === null || length === null || length === findings.axial_length_mm}
        loading={state.isPending}
        onClick={() => {
          if (eye !== null && length !== null) state.mutate(length)
        }}
      >
        {t('kinds:octa.words.axial.correct')}
      </Button>
      {eye === null && <small>{t('kinds:octa.words.axial.eye_first')}</small>}
    </section>
  )
}
