/** What is said of programs that call in the name of an institution. Part of the messages. */
export const CLIENT_TEXTS = {
  clients_reached: ['最多登记{n}个接口客户端', 'At most {n} API clients can be in use'],
  client_key_format: [
    '请粘贴 PEM 格式的公钥（EC P-256、Ed25519 或 2048 位以上 RSA）；切勿粘贴私钥',
    'Paste a public key in PEM form (EC P-256, Ed25519, or RSA with 2048 bits or more); never a private one',
  ],
  client_has_key: [
    '该客户端使用公钥认证，没有密钥可更换',
    'This client proves itself by its key and has no secret to change',
  ],
  client_revoked: ['该客户端已被吊销', 'This client was revoked'],
} as const
