import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isEd25519Signature, sha256 } from '@forgefold/adapters/crypto'
import {
  base64Of,
  bytesOfBase64,
  COSIGNATURE,
  cosignedMessage,
  provesConsistency,
  readCheckpoint,
  type TreeCheckpoint,
  textOfNote,
  type VerifierKey,
  verifierKeyText,
} from '@forgefold/core/audit'

export interface Answer {
  readonly status: number
  readonly body: string
}

/** A witness as C2SP tlog-witness describes it, of one log. */
export class Witness {
  readonly key: VerifierKey
  readonly asked: Array<number> = []
  /** Answers given before any is thought about. */
  readonly first: Array<Answer> = []
  seen: TreeCheckpoint | undefined
  readonly #sign: (message: Uint8Array) => Uint8Array
  readonly #log: VerifierKey

  constructor(log: VerifierKey) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    this.#log = log
    this.#sign = (message) => sign(null, message, privateKey)
    this.key = { name: 'witness.example/w1', key: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32) }
  }

  get keyText(): string {
    return verifierKeyText(sha256, this.key, COSIGNATURE)
  }

  answer(body: string): Answer {
    const prepared = this.first.shift()
    if (prepared !== undefined) return prepared
    const at = body.indexOf('\n\n')
    const [old = '', ...lines] = body.slice(0, at).split('\n')
    const note = body.slice(at + 2)
    const older = Number(/^old (\d+)$/.exec(old)?.[1] ?? Number.NaN)
    const text = textOfNote(sha256, note, this.#log, isEd25519Signature)
    if (Number.isNaN(older)) return { status: 400, body: '' }
    if (!note.startsWith(`${this.#log.name}\n`)) return { status: 404, body: '' }
    const newer = text === undefined ? undefined : readCheckpoint(text)
    if (text === undefined || newer === undefined) return { status: 403, body: '' }
    if (older > newer.size) return { status: 400, body: '' }
    this.asked.push(older)
    const known = this.seen ?? { size: 0, root: sha256('') }
    const isOther = known.size === newer.size && !Buffer.from(known.root).equals(newer.root)
    if (older !== known.size || isOther) return { status: 409, body: `${known.size}\n` }
    const proof = lines.map((line) => bytesOfBase64(line) ?? new Uint8Array())
    if (!provesConsistency(sha256, { older: known, newer, proof })) return { status: 422, body: '' }
    this.seen = newer
    return { status: 200, body: this.#cosignature(text) }
  }

  #cosignature(text: string): string {
    const seconds = 1_700_000_000
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(BigInt(seconds))
    const id = Buffer.from(this.keyText.split('+')[1] ?? '', 'hex')
    const line = Buffer.concat([id, time, this.#sign(cosignedMessage(text, seconds))])
    return `— ${this.key.name} ${base64Of(line)}\n`
  }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** A witness on a port of this machine. */
export interface ServedWitness {
  /** The part before `/add-checkpoint`. */
  readonly url: string
  /** While it is silent it takes requests and answers none. */
  silent: boolean
  readonly stop: () => Promise<void>
}

/** Serves what the witness of the moment answers. */
export const serveWitness = async (witness: () => Witness | undefined): Promise<ServedWitness> => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    if (served.silent) return
    const wrong = request.method !== 'POST' || request.url !== '/w/add-checkpoint'
    const { status, body: said } = (wrong ? undefined : witness()?.answer(body)) ?? { status: 404, body: '' }
    response.writeHead(status, { 'content-type': status === 409 ? 'text/x.tlog.size' : 'text/plain' })
    response.end(said)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const served: ServedWitness = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/w`,
    silent: false,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return served
}
