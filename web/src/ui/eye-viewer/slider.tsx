import { useTranslation } from 'react-i18next'

interface SliderProps {
  label: string
  value: number
  onChange: (value: number) => void
}

export function Slider({ label, value, onChange }: SliderProps) {
  const { t } = useTranslation('viewer')
  return (
    <label className="ev-slider">
      {t(label)}
      <input
        type="range"
        min={0.5}
        max={2.5}
        step={0.1}
        value={value}
        aria-valuetext={`${Math.round(value * 100)}%`}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </label>
  )
}
