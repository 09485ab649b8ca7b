/** Messages about addresses that are told of events. */
export const WEBHOOK_TEXTS = {
  webhook_address_format: [
    '请输入以 https 开头的完整地址，不含用户名与锚点',
    'Enter a complete address beginning with https://, without a user name or fragment',
  ],
  webhooks_reached: ['最多可设置{n}个事件通知地址', 'At most {n} webhooks can be set up'],
  webhook_off: [
    '该通知地址已停用或删除，未发送',
    'This webhook is off or was deleted; nothing was sent',
  ],
  webhook_no_secret: [
    '该通知地址随机构迁移而来，签名密钥已失效，请先更换密钥',
    'This webhook came from another installation and its signing secret is no longer valid: create a new one first',
  ],
  webhook_private: [
    '该地址位于内部网络，须由平台运维人员先行放行',
    'This address is in a private network; the platform’s operator must allow it first',
  ],
  webhook_no_host: [
    '找不到该地址的主机，请核对地址',
    'No host was found for this address: check the address',
  ],
  webhook_down: [
    '无法连接，请确认接收系统已开机、端口正确',
    'Cannot be reached: check that the receiver is on and the port is right',
  ],
  webhook_silent: [
    '接收系统未在10秒内应答，请先应答再处理',
    'No response within 10 seconds: the receiver should respond first and process afterwards',
  ],
  webhook_tls: [
    '接收系统的安全证书无法验证，请更换证书',
    'The receiver’s certificate cannot be verified: replace it',
  ],
  webhook_broken: [
    '连接在应答之前中断，请查看接收系统的日志',
    'The connection was lost before a response: see the receiver’s log',
  ],
  webhook_redirect: [
    '接收系统要求转往其他地址（状态码 {n}），请改填最终地址',
    'The receiver redirects to another address (status {n}): enter the final one',
  ],
  webhook_status: [
    '接收系统应答状态码 {n}，请查看其日志',
    'The receiver answered with status {n}: see its log',
  ],
  webhook_failed: ['发送未能完成', 'Sending failed'],
  webhook_under_way: ['该事件正在发送', 'This event is being sent'],
} as const
