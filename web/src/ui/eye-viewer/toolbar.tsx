import { useTranslation } from 'react-i18next'
import { type Controls, fitAll, zoomAll } from './keys/view-controls.ts'
import { canNote } from './viewer-image.ts'
import { PICTURE } from './viewer-state.ts'
import { Tool } from './tool.tsx'
import { Slider } from './slider.tsx'

export function Toolbar(controls: Controls) {
  const { t } = useTranslation('viewer')
  const { viewer, images, toggleTwo } = controls
  const { state } = viewer
  const changed =
    state.redFree || state.brightness !== PICTURE.brightness || state.contrast !== PICTURE.contrast
  return (
    <div className="ev-toolbar" role="toolbar" aria-label={t('tools')}>
      <Tool label="zoom_out" onClick={() => zoomAll(controls, 0.8)}>
        −
      </Tool>
      <Tool label="fit" onClick={() => fitAll(controls)}>
        {t('fit_short')}
      </Tool>
      <Tool label="zoom_in" onClick={() => zoomAll(controls, 1.25)}>
        +
      </Tool>
      <i />
      <Tool
        label="red_free"
        on={state.redFree}
        onClick={() => viewer.change({ redFree: !state.redFree })}
      >
        {t('red_free')}
      </Tool>
      <Slider
        label="brightness"
        value={state.brightness}
        onChange={(brightness) => viewer.change({ brightness })}
      />
      <Slider
        label="contrast"
        value={state.contrast}
        onChange={(contrast) => viewer.change({ contrast })}
      />
      <Tool label="reset_picture" disabled={!changed} onClick={() => viewer.change(PICTURE)}>
        {t('reset_short')}
      </Tool>
      <i />
      <Tool label="ruler" on={state.tool === 'ruler'} onClick={() => viewer.take('ruler')}>
        {t('ruler')}
      </Tool>
      {canNote(images) && (
        <Tool label="note" on={state.tool === 'note'} onClick={() => viewer.take('note')}>
          {t('note')}
        </Tool>
      )}
      {toggleTwo && (
        <Tool label="two_panes" on={images.length > 1} onClick={toggleTwo}>
          {t('two_panes')}
        </Tool>
      )}
      {images.length > 1 && (
        <Tool
          label="link"
          on={state.linked}
          onClick={() => viewer.change({ linked: !state.linked })}
        >
          {t('link')}
        </Tool>
      )}
      <b />
      <Tool label="help" onClick={() => viewer.change({ help: true })}>
        ?
      </Tool>
    </div>
  )
}
