import { rootFontSize } from '@mingmou/contract'
import type { ThemeConfig } from 'antd'
import { useSyncExternalStore } from 'react'

/** Sizes below are drawn for a root of 100 px, the rem rule's size at 1600 px. */
export const DESIGN_ROOT_PX = 100

/** Read when the page is opened: antd builds the page again where its motion is switched. */
const STILL = window.matchMedia('(prefers-reduced-motion: reduce)').matches

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** The root font size for the window, in whole px. */
export function useRootFontSize(): number {
  return useSyncExternalStore(onResize, () => Math.round(rootFontSize(window.innerWidth)))
}

/**
 * antd 6 writes its tokens as CSS variables in px, which its px2rem transformer never sees. The
 * tokens are scaled here, and the transformer does the rest.
 */
export function themeFor(rootPx: number): ThemeConfig {
  const scaled = (px: number) => Math.round((px * rootPx) / DESIGN_ROOT_PX)
  return {
    token: {
      motion: !STILL,
      colorPrimary: '#0f766e',
      colorInfo: '#0f766e',
      colorLink: '#0f766e',
      colorPrimaryBg: '#e3f1ef',
      colorPrimaryBgHover: '#cfe7e4',
      controlItemBgActive: '#e3f1ef',
      controlItemBgActiveHover: '#cfe7e4',
      colorSuccess: '#166534',
      // antd derives murky tints from dark colours. These keep the contrast of text on them above
      // 4.5:1.
      colorSuccessBg: '#e7f4ec',
      colorSuccessBorder: '#b7dfc6',
      colorInfoBg: '#e3f1ef',
      colorInfoBorder: '#b5d9d4',
      colorWarningBg: '#fdf4e3',
      colorWarningBorder: '#f0cf9b',
      colorErrorBg: '#fdeceb',
      colorErrorBorder: '#f3c1bc',
      colorError: '#b42318',
      colorWarning: '#b45309',
      colorTextBase: '#16211f',
      colorTextDescription: '#55625f',
      colorTextPlaceholder: '#6b7775',
      colorBgLayout: '#f3f6f5',
      fontFamily: 'var(--font)',
      fontSize: scaled(15),
      sizeUnit: scaled(40) / 10,
      sizeStep: scaled(40) / 10,
      controlHeight: scaled(34),
      borderRadius: scaled(6),
    },
    components: {
      Layout: { siderBg: '#ffffff', headerBg: '#ffffff', headerHeight: scaled(56) },
      Menu: { itemSelectedBg: '#e3f1ef', subMenuItemBg: '#ffffff', activeBarBorderWidth: 0 },
      Descriptions: { labelColor: '#55625f' },
      Table: {
        headerBg: '#f3f6f5',
        headerSplitColor: 'transparent',
        cellPaddingBlockMD: scaled(11),
        cellPaddingInlineMD: scaled(14),
      },
    },
  }
}
