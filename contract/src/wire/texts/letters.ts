/** What may be answered about the page of a patient's letter. Part of the messages. */
export const LETTER_PAGE_TEXTS = {
  letter_code_format: ['查看码为16位字母和数字', 'The code has 16 letters and digits'],
  letter_last: [
    '请输入就诊卡号的末四位',
    'Please enter the last four characters of the patient number',
  ],
  letter_code: [
    '查看码无效或已过期，请联系医疗机构',
    'This code is not valid or has expired. Please contact the clinic',
  ],
  letter_proof: [
    '出生日期或就诊卡号末四位不符。还可尝试{n}次，之后查看码将失效',
    'The date of birth or the patient number does not match. After {n} more {n:attempt|attempts} the code is closed',
  ],
} as const satisfies Record<string, readonly [string, string]>
