import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')
const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

interface Asked {
  challenge: string
  origin: string
  rpID: string
  /** Whether the owner proved himself to the device. */
  verified?: boolean
}

/** A device with one passkey (ES256), as WebAuthn's level 2 describes its bytes. */
export function authenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(16)
  let counter = 0

  const clientData = (type: string, { challenge, origin }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = ({ rpID, verified = true }: Asked, flags = 0) => {
    const head = Buffer.alloc(5)
    head[0] = FLAGS.present | (verified ? FLAGS.verified : 0) | flags
    head.writeUInt32BE(++counter, 1)
    return Buffer.concat([sha256(rpID), head])
  }
  /** The key in CBOR (RFC 9053): kty 2, alg -7, crv 1, x, y. */
  const coseKey = () => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    return Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
  }

  return {
    id: text(credential),
    /** A copy of the device that counts on from a number of uses. */
    setCounter: (uses: number) => void (counter = uses),
    make(asked: Asked) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credential.length)
      const data = Buffer.concat([
        ...[authData(asked, FLAGS.attested), Buffer.alloc(16), length, credential, coseKey()],
      ])
      // {"fmt": "none", "attStmt": {}, "authData": data}
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        id: text(credential),
        clientDataJSON: text(clientData('webauthn.create', asked)),
        attestationObject: text(attestation),
        transports: ['internal' as const],
      }
    },
    prove(asked: Asked) {
      const client = clientData('webauthn.get', asked)
      const data = authData(asked)
      const signed = Buffer.concat([data, sha256(client)])
      return {
        id: text(credential),
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(sign('sha256', signed, privateKey)),
      }
    },
  }
}
