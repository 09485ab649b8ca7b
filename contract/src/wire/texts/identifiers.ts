/** What may be answered about the numbers of a patient. Part of the messages. */
export const IDENTIFIER_TEXTS = {
  identifier_count: [
    '每位患者最多登记{n}个其他号码',
    'A patient can have at most {n} other numbers',
  ],
  identifier_twice: ['同一号码只需登记一次', 'Enter each number once'],
  identifier_exists: [
    '号码“{n}”已登记在另一位患者名下，请核对',
    'Another patient already has the number “{n}”; please check',
  ],
  national_id_format: [
    '身份证号码有误：应为18位，且末位校验码须相符',
    'This is not a valid Chinese ID number: it has 18 characters, and the last one must match the others',
  ],
  national_id_birthday: [
    '身份证号码中的出生日期是{n}，与填写的出生日期不一致',
    'The date of birth in the ID number is {n}, which differs from the one entered',
  ],
} as const satisfies Record<string, readonly [string, string]>
