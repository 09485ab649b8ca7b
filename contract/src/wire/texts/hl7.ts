import type { Wording } from '../wording.ts'

/** What is said of messages that came by HL7 v2, to a person and in an ERR segment. Part of the messages. */
export const HL7_TEXTS = {
  hl7_name_format: [
    '不能含有 HL7 的分隔符 | ^ ~ \\ &',
    'HL7 delimiters are not allowed: | ^ ~ \\ &',
  ],
  hl7_sender_taken: [
    '已登记了发送应用与发送机构相同的系统',
    'A system with this sending application and facility is already registered',
  ],
  hl7_code_twice: [
    '同一项目代码不能对应两种影像类别',
    'One code cannot stand for two kinds of image',
  ],
  hl7_peers_reached: ['最多登记{n}个系统', 'At most {n} systems can be registered'],
  hl7_charset: [
    '内容无法按其字符集读取，请在发送系统中核对字符集设置后重新发送',
    'The content cannot be read in its character set: check the setting in the sending system and send it again',
  ],
  hl7_broken: [
    '缺少必需的段 {n}，请在发送系统中核对',
    'The required segment {n} is missing: check the sending system',
  ],
  hl7_other_bytes: [
    '消息编号与此前一条相同，但内容不同，请核对后重新处理或关闭',
    'An earlier message has the same control ID but different content: compare them, then process this one again or close it',
  ],
  hl7_merge: [
    '发送系统要求合并两个患者，请核对并合并，然后重新处理本消息',
    'The sending system merged two patients: compare and merge them, then process this message again',
  ],
  hl7_code_unknown: [
    '未知的检查项目代码“{n}”，请在系统登记中补充后重新处理',
    'Unknown code “{n}”: add it to the registered system, then process the message again',
  ],
  hl7_order_unknown: [
    '没有编号为“{n}”的待拍摄检查',
    'There is no imaging order with the number “{n}”',
  ],
  hl7_order_differs: [
    '编号“{n}”已属于另一项检查，内容不同',
    'The number “{n}” belongs to an order with different content',
  ],
  hl7_order_changed: [
    '该检查已在本机构修改过，重新处理将以消息内容为准',
    'The order has since been changed here: processing the message again applies its content',
  ],
  hl7_control_unknown: ['不支持的医嘱控制码“{n}”', 'The order control code “{n}” is not supported'],
  hl7_left_out: [
    '已接收，但以下内容不符合格式而未写入：{n}',
    'Accepted, but the following is not valid and was left out: {n}',
  ],
  hl7_alike: [
    '已登记，另有姓名和出生日期相同的患者，请核对：{n}',
    'Registered. Another patient has the same name and date of birth; please check: {n}',
  ],
  hl7_settled: ['该消息已处理或已关闭', 'This message has already been accepted or closed'],
} as const satisfies Record<string, Wording>
