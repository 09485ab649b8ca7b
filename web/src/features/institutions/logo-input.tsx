import { useTranslation } from 'react-i18next'
import { PictureInput } from '../../ui/forms/picture-input.tsx'
import { Logo } from './logo.tsx'

/** Another logo for the institution. */
export function LogoInput(props: {
  present: string | null
  name: string
  id?: string
  onChange?: (key: string | null) => void
}) {
  const { t } = useTranslation('institutions')
  const { present, name, ...field } = props
  return (
    <PictureInput
      {...field}
      type="logo"
      texts={{
        choose: t('logo.choose'),
        hint: t('logo.hint'),
        sending: t('logo.sending'),
        tooLarge: (size) => t('logo.tooLarge', { size }),
      }}
      preview={(chosen) => <Logo url={chosen ?? present} name={name} />}
    />
  )
}
