/** What is said of programs that call in the name of an institution. Part of the messages. */
export const CLIENT_TEXTS = {
  clients_reached: ['最多登记{n}个接口客户端', 'At most {n} API clients can be in use'],
  client_key_format: [
    '请粘贴 PEM 格式的公钥（EC P-256、Ed25519 或 2048 位以上 RSA）；切勿粘贴私钥',
    'Paste a public key in PEM form (EC P-256, Ed25519, or RSA with 2048 bits or more); never a private key',
  ],
  client_has_key: [
    '该客户端使用公钥认证，没有密钥可更换',
    'This client authenticates with its public key and has no secret to change',
  ],
  idempotency_key_format: [
    'Idempotency-Key 应为1至128个可见的 ASCII 字符',
    'An idempotency key has 1 to 128 visible ASCII characters',
  ],
  idempotency_key_reused: [
    '该 Idempotency-Key 已用于另一请求，请更换',
    'This idempotency key was used for another request. Choose another one',
  ],
  idempotency_under_way: [
    '使用该 Idempotency-Key 的请求仍在处理，请稍后重试',
    'A request with this idempotency key is still being processed. Try again in a moment',
  ],
  number_differs: [
    '该编号的患者姓名与出生日期均不同，可能是另一人，请核对',
    'The patient with this number has a different name and date of birth and may be someone else. Please check',
  ],
  placer_taken: ['该申请单号已用于另一份申请', 'This order number belongs to another order'],
  client_revoked: ['该客户端已被吊销', 'This client has been revoked'],
} as const
