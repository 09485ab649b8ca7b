import type { TrialFile } from '@mingmou/contract'
import { Progress } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onEvent } from '../../lib/live/socket.ts'

/** Each photograph with its stage, its share, or why it cannot be judged. */
export function BatchFiles({ files }: { files: readonly TrialFile[] }) {
  const { t } = useTranslation('trial')
  const steps = useSteps()
  return (
    <ul className="trial-thumbs" aria-label={t('files')}>
      {files.map((file) => {
        const { image_index, file_name, thumb_url, status, error, analysis_record_id } = file
        const { stage, share } = steps.get(analysis_record_id) ?? {
          stage: file.stage,
          share: file.progress,
        }
        const running = status === 'running' || (status === 'queued' && share > 0)
        return (
          <li key={image_index} data-status={error === null ? status : 'error'}>
            <img src={thumb_url} alt="" loading="lazy" />
            <span className="ellipsis" title={file_name}>
              {file_name}
            </span>
            {running ? (
              <>
                <Progress
                  percent={Math.round(share * 100)}
                  size="small"
                  showInfo={false}
                  aria-label={`${file_name} ${Math.round(share * 100)}%`}
                />
                <small>{t(`stage.${stage ?? 'decode'}`)}</small>
              </>
            ) : (
              <small>{error ?? t(`status.${status}`)}</small>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type Step = Pick<TrialFile, 'stage'> & { share: number }

/** How far each analysis is, as the live connection tells. */
function useSteps() {
  const [steps, setSteps] = useState<ReadonlyMap<string, Step>>(new Map())
  useEffect(
    () =>
      onEvent('anal_progress', ({ analysis_record_id, done, total, stage }) =>
        setSteps((before) =>
          new Map(before).set(analysis_record_id, { stage, share: done / total }),
        ),
      ),
    [],
  )
  return steps
}
