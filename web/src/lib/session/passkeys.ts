import type { addPasskey, InputOf, loginPasskey } from '@mingmou/contract'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Browsers make passkeys on https and localhost, and none for an address in numbers. */
export const passkeysPossible = () =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname)

type Made = Omit<InputOf<typeof addPasskey>, 'ticket' | 'name'>
type Proof = Omit<InputOf<typeof loginPasskey>, 'ticket'>

const KNOWN = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** Has the device make a passkey. The server made the options, which the contract does not spell out. */
export async function makePasskey(options: Record<string, unknown>): Promise<Made> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { id, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return {
    id,
    clientDataJSON,
    attestationObject,
    transports: KNOWN.filter((transport) => transports.includes(transport)),
  }
}

/** Has the device prove one of its passkeys, and its owner. */
export async function provePasskey(options: Record<string, unknown>): Promise<Proof> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, response } = await startAuthentication({ optionsJSON })
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, clientDataJSON, authenticatorData, signature }
}
