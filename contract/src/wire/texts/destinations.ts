/** Messages about archives that reports are sent to. */
export const DESTINATION_TEXTS = {
  peer_title_format: [
    'AE 标题为1至16个字母、数字或符号，不含中文与反斜杠，首尾不留空格',
    'An AE title has 1 to 16 letters, digits or symbols, without a backslash or a space at either end',
  ],
  host_format: ['请输入主机名或 IP 地址', 'Enter a host name or an IP address'],
  stow_format: [
    '请输入以 http 或 https 开头的 DICOMweb 地址，不含用户名与参数',
    'Enter the DICOMweb address, beginning with http:// or https://, without user name or query',
  ],
  viewer_format: [
    '请输入以 https 开头的查看器页面地址，不含用户名、“?”与“#”之后的部分',
    'Enter the viewer’s page, beginning with https://, without a user name or anything from ? or # onwards',
  ],
  token_format: [
    '令牌只含英文字母、数字和符号，不含空格',
    'A token contains letters, digits and symbols, without spaces',
  ],
  certificate_format: [
    '请粘贴 PEM 格式的证书及其未加密的私钥',
    'Paste the certificate and its private key, unencrypted, as PEM',
  ],
  certificate_key: ['私钥与证书不匹配', 'The private key does not match the certificate'],
  certificate_ended: ['证书已过期', 'The certificate has expired'],
  certificate_plain: [
    '证书只在加密连接中使用：请启用 TLS，或使用 https 地址',
    'A certificate is for encrypted connections: turn TLS on, or use an https address',
  ],
  destinations_reached: ['最多可设置{n}个报告目的地', 'At most {n} destinations can be set up'],
  destination_off: [
    '该目的地已停用或删除，未发送',
    'This destination is disabled or was removed; nothing was sent',
  ],
  destination_private: [
    '该地址位于内部网络，须由平台运维人员先行放行',
    'This address is in a private network; the platform’s operator must allow it first',
  ],
  destination_plain: [
    '发往公网的资料必须加密：请启用 TLS，或使用 https 地址',
    'Data to a public address must be encrypted: turn TLS on, or use an https address',
  ],
  destination_no_host: ['找不到该地址的主机', 'No host was found for this address'],
  destination_down: [
    '无法连接：对方未开机或端口不对',
    'Cannot be reached: the server is off, or the port is wrong',
  ],
  destination_silent: ['对方没有应答', 'No response'],
  destination_tls: ['对方的安全证书无法验证', 'The server’s certificate cannot be verified'],
  destination_certificate: [
    '对方要求客户端证书，或不接受现有证书',
    'The server asks for a client certificate, or does not accept this one',
  ],
  destination_rejected: [
    '对方拒绝连接，请核对双方的 AE 标题',
    'The connection was refused: check both AE titles',
  ],
  destination_class: [
    '对方不接收此类文件或其压缩方式',
    'This type of file, or its compression, is not accepted',
  ],
  destination_broken: ['连接在应答之前中断', 'The connection was lost before a response'],
  destination_status: ['对方未能保存，状态码 {n}', 'The file could not be stored (status {n})'],
  destination_refused: ['对方未接收：{n}', 'Not accepted: {n}'],
  destination_token: ['对方不接受该令牌', 'The token is not accepted'],
  destination_address: ['该地址没有 DICOMweb 服务', 'There is no DICOMweb service at this address'],
  delivery_failed: ['发送未能完成', 'Sending failed'],
  delivery_gone: [
    '患者或影像已删除，未发送',
    'The patient or the images were deleted; nothing was sent',
  ],
  delivery_overtaken: [
    '发送前报告已作废或被新报告取代，不再发送',
    'Voided or superseded before sending; not sent',
  ],
  delivery_moved: [
    '发送前眼别或患者已更正，或照片已删除，不再发送',
    'The eye or patient was corrected, or the photograph deleted, before sending; not sent',
  ],
  delivery_no_study: [
    '该照片的文件未写明检查和序列，无法发送撤回通知：请在归档系统中手工停用该照片',
    'The file of this photograph names no study and series, so no withdrawal notice can be sent: withdraw it in the archive manually',
  ],
  delivery_under_way: ['该文件已发送或正在发送', 'Already sent, or being sent'],
} as const
