/** What is said of devices that send by DICOM, and of the files that they sent. Part of the messages. */
export const DEVICE_TEXTS = {
  ae_title_format: [
    'AE 标题为1至16个字母、数字或符号，不含中文与反斜杠，首尾不留空格',
    'An AE title has 1 to 16 letters, digits or symbols, without a backslash or a space at either end',
  ],
  own_ae_title_format: [
    '本机构的 AE 标题为1至16个大写字母、数字、下划线或连字符',
    'The institution’s AE title has 1 to 16 capital letters, digits, underscores or hyphens',
  ],
  ae_title_taken: [
    '该 AE 标题已被使用，请换一个',
    'This AE title is already in use; choose another',
  ],
  address_format: [
    '请输入 IP 地址或网段，例如 192.168.1.20 或 192.168.1.0/24',
    'Enter an IP address or a network, e.g. 192.168.1.20 or 192.168.1.0/24',
  ],
  devices_reached: ['最多登记{n}台设备', 'At most {n} devices can be registered'],
  echo_no_address: [
    '连通测试需要端口，以及至少一个单独的 IP 地址（网段无法测试）',
    'An echo test needs a port and at least one single IP address; a network cannot be tested',
  ],
  received_differs: [
    '该设备此前发送过编号相同而内容不同的文件；两份都已保留，请核对',
    'A file with the same UID but different content was received earlier. Both are kept; please compare them',
  ],
  received_document: [
    '报告文档（PDF），已保留，可下载阅读；不能作为照片分析',
    'A report (PDF): kept and available for download, but not an image that can be analysed',
  ],
  received_failed: [
    '文件已保留，但读取多次失败',
    'The file is kept, but reading it failed several times',
  ],
  received_joined: [
    '刚有照片加入这次检查，请再试一次',
    'A photograph has just joined this session: try once more',
  ],
  received_not_revocable: [
    '无法撤回：归档已超过30天，已有签发的报告，或其中有手工上传的照片',
    'Filing can no longer be undone: it is more than 30 days old, a report has been signed, or some of the photographs were uploaded by hand',
  ],
  received_taken_back: [
    '归档已撤回，等待重新归档',
    'The filing was undone; waiting to be filed again',
  ],
} as const
