import { Alert, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveText } from '../../lib/files/download.ts'
import './second-factor.css'

/** The recovery codes of an account, shown once. It goes on only after they were put away. */
export function RecoveryCodes(props: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation('second-factor')
  const [kept, setKept] = useState(false)
  const { codes } = props
  return (
    <div className="recovery-codes">
      <Alert type="warning" showIcon title={t('codes.once')} />
      <ol aria-label={t('codes.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Button onClick={() => saveText(codes.join('\r\n'), `${t('codes.file')}.txt`)}>
        {t('codes.save')}
      </Button>
      <Checkbox checked={kept} onChange={(event) => setKept(event.target.checked)}>
        {t('codes.kept')}
      </Checkbox>
      <Button type="primary" block disabled={!kept} onClick={props.onDone}>
        {t('codes.go')}
      </Button>
    </div>
  )
}
