export const ANALYSIS_ACTIONS = {
  'analysis.list': ['查看分析列表', 'List analyses'],
  'analysis.start': ['开始分析', 'Start an analysis'],
  'analysis.open': ['查看分析结果', 'Open an analysis'],
  'analysis.read': ['阅读分析结果', 'Read an analysis'],
  'analysis.settle': ['标记分析结果已阅', 'Mark a result as read'],
  'analysis.unsettle': ['标记分析结果未阅', 'Mark a result as unread'],
} as const

export const JUDGEMENT_ACTIONS = {
  'analysis.cancel': ['取消分析', 'Cancel an analysis'],
  'analysis.correct': ['更正分析结果', 'Correct a finding'],
  'analysis.draw': ['勾画图像', 'Draw on an image'],
} as const

export const COMPARISON_ACTIONS = {
  'comparison.open': ['对比两次检查的影像', 'Compare images of two visits'],
} as const
