import type { Wording } from '../wording.ts'

/** Messages of the live connection. */
export const LIVE_TEXTS = {
  live_ended_title: ['连接已断开', 'Disconnected'],
  welcome_title: ['系统消息', 'System'],
  welcome: ['系统会话已连接，欢迎使用', 'System session connected, welcome'],
  analysis_done_title: ['AI分析完成', 'AI analysis finished'],
  analysis_done: ['AI分析已完成，请查看结果', 'The AI analysis is finished; view the result'],
  trial_done_title: ['体验分析完成', 'Trial analysis finished'],
  trial_done: ['本批照片分析完成，可判读 {n} 张', 'Batch analysed; gradable photographs: {n}'],
  trial_failed_title: [
    '体验分析完成，无可判读的照片',
    'Trial analysis finished; no photograph is gradable',
  ],
  analysis_failed_title: ['AI分析失败', 'AI analysis failed'],
  analysis_failed: [
    'AI分析未能完成，可重新分析',
    'The AI analysis did not finish; you can run it again',
  ],
} as const satisfies Record<string, Wording>
