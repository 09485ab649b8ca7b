/** What may be answered about a table of patients, and about each of its rows. Part of the messages. */
export const IMPORT_TEXTS = {
  sheet_old: [
    '这是旧版 Excel 工作簿或带有密码的工作簿。请在 Excel 中去除密码，另存为 XLSX 或 CSV 后再上传',
    'This is an old Excel file (.xls) or a workbook with a password. Remove the password, save it as .xlsx or CSV, and upload that',
  ],
  sheet_other: [
    '这不是表格文件。请上传 XLSX 或 CSV 文件，可先下载模板',
    'This is not a table. Upload an .xlsx or CSV file; a template can be downloaded',
  ],
  sheet_broken: [
    '文件不完整或已损坏。请用 Excel 打开并另存为 XLSX 后再上传',
    'The file is damaged or incomplete. Open it in Excel, save it as .xlsx again, and upload that',
  ],
  sheet_encoding: [
    '无法识别文件的文字编码。请另存为 XLSX，或“CSV UTF-8”',
    'The text encoding of the file was not recognized. Save it as .xlsx or as “CSV UTF-8”',
  ],
  sheet_bomb: [
    '文件解压后过大，未读取。请删除多余的工作表、格式和图片后再上传',
    'The file is too large when unpacked and was not read. Delete extra sheets, formatting and pictures, then upload it again',
  ],
  sheet_cell: [
    '文件中有超长的单元格，未读取。请检查引号是否成对，或另存为 XLSX',
    'The file has a cell that is far too long and was not read. Check that quotation marks are in pairs, or save it as .xlsx',
  ],
  import_size: [
    '文件不能超过 {n} MB。请拆分为几个文件',
    'The file must not exceed {n} MB. Split it into several files',
  ],
  import_rows: [
    '一个文件最多 {n} 行。请拆分为几个文件',
    'A file can have at most {n} rows. Split it into several files',
  ],
  import_empty: ['表格中没有患者', 'There are no patients in the table'],
  import_heads: [
    '未找到表头。第一行须写明各列名称，如“就诊卡号”“姓名”“性别”“出生日期”，可先下载模板',
    'No column headings were found. The first row must name the columns, e.g. MRN, Name, Sex, Date of birth; a template can be downloaded',
  ],
  import_key: [
    '表格须有一列号码：就诊卡号、病案号、身份证号或检查号',
    'The table needs a column of numbers: MRN, case record no., Chinese ID number or examination no.',
  ],
  import_head_twice: [
    '有两列都是“{n}”，请只保留一列',
    'Two columns are both “{n}”; keep only one of them',
  ],
  import_open: [
    '本机构有一个导入正在进行，请等待完成',
    'Another import of this institution is in progress; wait until it has finished',
  ],
  import_state: [
    '该导入的状态已变化，请刷新',
    'The state of the import has changed; reload the page',
  ],
  import_other: [
    '只有导入者本人或主账号可以操作该导入',
    'Only the person who started this import, or the main account, may do this',
  ],
  import_undo_over: [
    '写入已超过 {n} 天，不能撤销',
    'The rows were saved more than {n} days ago and can no longer be undone',
  ],
  import_fault: ['导入中断，请重试', 'The import was interrupted; try again'],
  import_faults_unkept: [
    '存储空间不足，有问题的行的清单未能保存。释放空间后重新上传该文件，即可得到清单',
    'Storage is full, so the list of faulty rows could not be saved. Free some space and upload the file again to get it',
  ],
  import_kept_unkept: [
    '存储空间不足，保留的患者的清单未能保存',
    'Storage is full, so the list of the patients kept could not be saved',
  ],
  import_faults: ['有问题的行', 'faulty rows'],
  import_kept: ['保留的患者', 'patients kept'],
  row_stored: [
    '此单元格存为数值，前面的 0 和第15位以后的数字可能已丢失。请将该列设为“文本”格式，从原系统重新填入',
    'This cell is stored as a number, so leading zeros and digits after the 15th may be lost. Format the column as Text and enter the number again from the original system',
  ],
  row_exponent: [
    '号码已变成科学计数法，数字已丢失。请将该列设为“文本”格式，从原系统重新填入',
    'The number was turned into scientific notation and has lost digits. Format the column as Text and enter it again from the original system',
  ],
  row_zero: [
    '本机构已有同名患者的号码是“{n}”，此处可能丢失了前面的 0，请核对后补全',
    'A patient of this name already has the number “{n}”; leading zeros may have been lost here. Check and complete it',
  ],
  row_zero_twin: [
    '与第 {n} 行姓名相同，号码只差前面的 0，请核对后补全；同一人请只保留一行',
    'Row {n} has the same name, and its number differs only in leading zeros. Check and complete the numbers; keep only one row per person',
  ],
  row_birthday: [
    '出生日期应写为 1960-05-17，不能只写年份或年龄',
    'Write the date of birth as 1960-05-17; a year or an age is not enough',
  ],
  row_birthday_ambiguous: [
    '无法判断“{n}”中哪一个是月份，请写为 1960-05-17',
    'It is not clear which part of “{n}” is the month; write it as 1960-05-17',
  ],
  table_empty: ['表格中没有照片', 'There are no photographs in the table'],
  table_heads: [
    '未找到表头。第一行须写明各列名称：“文件名”“就诊卡号”，可加“眼别”“拍摄日期”',
    'No column headings were found. The first row must name the columns: File and MRN; Eye and Day may be added',
  ],
  row_day: [
    '无法识别拍摄日期“{n}”，请写为 2024-03-01',
    'The date “{n}” cannot be read; write it as 2024-03-01',
  ],
  row_eye: [
    '无法识别眼别“{n}”，请写 OD 或 OS（右眼或左眼）',
    'The eye “{n}” cannot be read; write OD or OS',
  ],
  row_file: ['本行没有文件名', 'This row has no file name'],
  row_file_twice: [
    '文件“{n}”有内容不同的两行，均未采用',
    'Two rows for the file “{n}” differ; neither is used',
  ],
  row_sex: ['性别应写“男”或“女”', 'Sex must be M or F'],
  row_profession: [
    '没有这一职业类别，请参照模板填写',
    'Unknown occupation; use one from the template',
  ],
  row_area: [
    '未找到该地区，请写完整名称，如：浙江省/杭州市/西湖区',
    'Unknown region; write its full Chinese name: province/city/district',
  ],
  row_twice: [
    '与第 {n} 行的号码相同，请只保留一行',
    'Row {n} has the same number; keep one of the two',
  ],
  row_key: [
    '本行没有号码，无法确定是哪位患者',
    'This row has no number, so the patient cannot be identified',
  ],
  row_new: [
    '本机构没有此号码的患者。新增患者须填写就诊卡号、姓名、性别和出生日期',
    'No patient here has this number. A new patient needs MRN, name, sex and date of birth',
  ],
  row_refused: [
    '本行无法写入，请核对各列内容后重新填写',
    'This row could not be written; check its cells and enter them again',
  ],
  row_two: [
    '本行的号码属于两位不同的患者，请核对',
    'The numbers in this row belong to two different patients; please check',
  ],
  row_other_card: [
    '有此号码的患者的就诊卡号是“{n}”，与本行不同，请核对',
    'The patient with this number has the MRN “{n}”, which differs from this row; please check',
  ],
} as const satisfies Record<string, readonly [string, string]>
