export const READING_ACTIONS = {
  'reading.rules': ['查看双人阅片规则', 'Open the rules of double reading'],
  'reading.set-rules': ['修改双人阅片规则', 'Change the rules of double reading'],
  'reading.list': ['查看阅片队列', 'Open a queue of readings'],
  'reading.open': ['打开检查阅片', 'Open a session for reading'],
  'reading.leave': ['放回未签署的检查', 'Return a session to the queue'],
  'reading.sign': ['签署阅片', 'Sign a reading'],
  'reading.of-sitting': ['查看检查的阅片记录', 'Open the readings of a session'],
  'reading.figures': ['查看阅片人统计', 'Open the figures by reader'],
  'reading.draws': ['核对第二次阅片的抽取', 'Check the draws of second readings'],
} as const
