import type { Drawing } from '@mingmou/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDraw } from '../actions.ts'

export function Withdraw(props: {
  about: { analysis_record_id: string; image_index: number }
  drawing: Drawing
  label: string
  disabled: boolean
}) {
  const { t } = useTranslation('analyses')
  const { layer, drawing_id } = props.drawing
  const withdraw = useDraw(t('draw.withdrawn'))
  return (
    <Button
      size="small"
      type="text"
      disabled={props.disabled}
      loading={withdraw.isPending}
      aria-label={props.label}
      onClick={() => withdraw.mutate({ ...props.about, layer, mask: null, replaces: drawing_id })}
    >
      {t('draw.withdraw')}
    </Button>
  )
}
