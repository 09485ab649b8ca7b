import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { Writable } from 'node:stream'
import type * as Library from 'dcmjs-dimse'
import { SOP, syntaxesOf } from './classes.ts'
import type { Elements } from './dataset.ts'
import { Door, type Cut, type DoorLimits } from './door.ts'
import { IMPLEMENTATION } from './part10.ts'

export type Dimse = typeof Library

/** Statuses of an answered C-STORE (PS3.4 B.2.3). */
export const STORE = {
  success: 0x0000,
  outOfResources: 0xa700,
  mismatch: 0xa900,
  cannotUnderstand: 0xc000,
  failure: 0x0110,
} as const
export type StoreStatus = (typeof STORE)[keyof typeof STORE]

/** Why an association is refused. */
export type Rejection = 'called' | 'calling' | 'busy'

/** A file as it is sent, before anything of it was looked at. */
export interface Sent {
  sopClass: string
  sopInstance: string
  syntax: string
  dataset: Buffer
}

export interface PeerHandlers {
  /** Whether an association of these AE titles may be. */
  admit: (titles: { calling: string; called: string }) => Promise<Rejection | null>
  /** The names of the classes that are not taken, once the association is accepted. */
  accepted: (taken: number) => void
  store: (sent: Sent) => Promise<StoreStatus>
  /** What the worklist has for a query. */
  find: (asked: Elements) => Promise<Elements[]>
  cut: (why: Cut) => void
}

/** Loads the library, which is of no use where nothing listens. Its own log would hold patients' data. */
export async function loadDimse(pduBytes: number): Promise<Dimse> {
  const library = ((await import('dcmjs-dimse')) as unknown as { default: Dimse }).default
  library.log.disableAll()
  // The one that the library requires: imported it would be another.
  const dcmjs = createRequire(import.meta.url)('dcmjs') as {
    log: { setLevel: (to: string) => void }
  }
  dcmjs.log.setLevel('silent')
  library.Implementation.setImplementationClassUid(IMPLEMENTATION.uid)
  library.Implementation.setImplementationVersion(IMPLEMENTATION.version)
  library.Implementation.setMaxPduLength(pduBytes)
  return library
}

/** The bytes of a data set, as they came. The door bounds how many there may be. */
class Collected extends Writable {
  readonly chunks: Buffer[] = []
  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk)
    done()
  }
}

/** Serves one connection: echo, store and the worklist, one message after the other. */
export function servePeer(
  dimse: Dimse,
  socket: Socket,
  limits: DoorLimits,
  handlers: PeerHandlers,
): void {
  const door = new Door(socket, limits, handlers.cut)
  const { CEchoResponse, CFindResponse, CStoreResponse } = dimse.responses
  class Peer extends dimse.Scp {
    private collected: Buffer = Buffer.alloc(0)
    private syntax = ''

    override createStoreWritableStream(): Writable {
      return new Collected()
    }

    /** The library would write the data set anew; what came is kept as it is. */
    override createDatasetFromStoreWritableStream(
      writable: Writable,
      context: Library.association.PresentationContext,
      done: (dataset: Library.Dataset) => void,
    ): void {
      this.collected =
        writable instanceof Collected ? Buffer.concat(writable.chunks) : this.collected
      this.syntax = context.getAcceptedTransferSyntaxUid() ?? ''
      done(new dimse.Dataset({}))
    }

    override associationRequested(association: Library.association.Association): void {
      void this.answer(association).catch(() => door.cut('broken'))
    }

    private async answer(association: Library.association.Association): Promise<void> {
      const rejection = await handlers.admit({
        calling: association.getCallingAeTitle().trim(),
        called: association.getCalledAeTitle().trim(),
      })
      if (rejection !== null) {
        this.sendAssociationReject(...reasonOf(dimse, rejection))
        door.end()
        return
      }
      handlers.accepted(negotiate(dimse, association))
      // 0: the peer takes PDUs of any length. What it may send is ours to say.
      if (association.getMaxPduLength() === 0) association.setMaxPduLength(limits.pduBytes)
      this.sendAssociationAccept()
      door.release(true)
    }

    override associationReleaseRequested(): void {
      this.sendAssociationReleaseResponse()
      door.end()
    }

    override cEchoRequest(
      request: Library.requests.CEchoRequest,
      done: (response: Library.responses.CEchoResponse) => void,
    ): void {
      const response = CEchoResponse.fromRequest(request)
      response.setStatus(STORE.success)
      done(response)
      door.release()
    }

    override cStoreRequest(
      request: Library.requests.CStoreRequest,
      done: (response: Library.responses.CStoreResponse) => void,
    ): void {
      const sent: Sent = {
        sopClass: request.getAffectedSopClassUid(),
        sopInstance: request.getAffectedSopInstanceUid(),
        syntax: this.syntax,
        dataset: this.collected,
      }
      this.collected = Buffer.alloc(0)
      void handlers
        .store(sent)
        .then((status) => {
          const response = CStoreResponse.fromRequest(request)
          response.setStatus(status)
          done(response)
          door.release()
        })
        .catch(() => door.cut('broken'))
    }

    override cFindRequest(
      request: Library.requests.CFindRequest,
      done: (responses: Library.responses.CFindResponse[]) => void,
    ): void {
      const asked = request.getDataset()
      if (!asked || request.getAffectedSopClassUid() !== SOP.worklist) {
        door.cut('broken')
        return
      }
      const answer = (status: number, elements?: Elements) => {
        const response = CFindResponse.fromRequest(request)
        response.setStatus(status)
        if (elements) response.setDataset(new dimse.Dataset(elements, asked.getTransferSyntaxUid()))
        return response
      }
      void handlers
        .find(asked.getElements())
        .then((found) => {
          const { Pending, Success } = dimse.constants.Status
          done([...found.map((dataset) => answer(Pending, dataset)), answer(Success)])
          door.release()
        })
        .catch(() => door.cut('broken'))
    }

    /** What was asked for is answered already. */
    override cCancelRequest(): void {
      door.release()
    }

    override abort(): void {
      // The door has closed already.
    }
  }
  // To the library the door is the socket: it listens to `data` and `close`, and writes.
  const peer = new Peer(door as unknown as Socket)
  for (const name of ['networkError', ...UNSPOKEN]) peer.on(name, () => door.cut('broken'))
}

/** Messages that no accepted context has. */
const UNSPOKEN = [
  ...['cMoveRequest', 'cGetRequest', 'nCreateRequest', 'nActionRequest', 'nDeleteRequest'],
  ...['nEventReportRequest', 'nGetRequest', 'nSetRequest'],
]

function reasonOf(
  { constants }: Dimse,
  rejection: Rejection,
): [result: number, source: number, reason: number] {
  const { RejectResult, RejectSource, RejectReason } = constants
  if (rejection === 'busy')
    return [
      RejectResult.Transient,
      RejectSource.ServiceProviderPresentation,
      RejectReason.LocalLimitExceeded,
    ]
  const { CalledAeNotRecognized, CallingAeNotRecognized } = RejectReason
  const reason = rejection === 'called' ? CalledAeNotRecognized : CallingAeNotRecognized
  return [RejectResult.Permanent, RejectSource.ServiceUser, reason]
}

/** Accepts of each context the first transfer syntax that is taken. Returns how many contexts of files are. */
function negotiate({ constants }: Dimse, association: Library.association.Association): number {
  const { Accept, RejectAbstractSyntaxNotSupported, RejectTransferSyntaxesNotSupported } =
    constants.PresentationContextResult
  let taken = 0
  for (const { context } of association.getPresentationContexts()) {
    const known = syntaxesOf(context.getAbstractSyntaxUid())
    const syntax = context.getTransferSyntaxUids().find((uid) => known.includes(uid))
    if (syntax !== undefined) {
      context.setResult(Accept, syntax)
      taken++
    } else
      context.setResult(
        known.length === 0 ? RejectAbstractSyntaxNotSupported : RejectTransferSyntaxesNotSupported,
      )
  }
  return taken
}
