import type { ModalityKey } from '@mingmou/contract'
import { undeveloped, type PageModule } from './page.ts'

/** The one page of all reports, with the parts of one modality in it. */
export async function reportPage(key: ModalityKey): Promise<PageModule> {
  const { isModality, OfModality } = await import('../../modalities/use-modality.ts')
  if (!isModality(key)) return undeveloped()
  const { Component } = await import('../../features/reports/report-page.tsx')
  return {
    Component: () => (
      <OfModality value={key}>
        <Component />
      </OfModality>
    ),
  }
}

/** The gallery of a kind of image. */
export async function datasetPage(key: ModalityKey): Promise<PageModule> {
  const { DatasetPage } = await import('../../features/datasets/dataset-page.tsx')
  return { Component: () => <DatasetPage dataset={key} /> }
}
