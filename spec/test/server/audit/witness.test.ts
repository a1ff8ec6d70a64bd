import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isEd25519Signature, sha256 } from '@forgefold/adapters/crypto'
import {
  base64Of,
  bytesOfBase64,
  COSIGNATURE,
  cosignedMessage,
  provesConsistency,
  readCheckpoint,
  readVerifierKey,
  type TreeCheckpoint,
  textOfNote,
  type VerifierKey,
  verifierKeyText,
} from '@forgefold/core/audit'
import { createForgefold, type ForgefoldOptions } from '@forgefold/server'
import { runCommandLine } from '@forgefold/server/cli'
import { askerOf, openTestInstance } from '@forgefold/spec/instance'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

interface Answer {
  readonly status: number
  readonly body: string
}

/** A witness as C2SP tlog-witness describes it, of one log. */
class Witness {
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

describe('a checkpoint before a witness', { timeout: 120_000 }, () => {
  let folder = ''
  let data = ''
  let options: ForgefoldOptions
  let root = ''
  let witness: Witness
  let server: Server
  let url = ''

  const audit = async (...args: ReadonlyArray<string>) => {
    const lines: Array<string> = []
    const code = await runCommandLine(['audit', ...args, '--data', data], {
      environment: {},
      say: (line) => lines.push(line),
      tell: (line) => lines.push(line),
      progress: () => undefined,
      asked: new Promise(() => undefined),
    })
    return { code, text: lines.join('\n') }
  }

  const grow = async (...names: ReadonlyArray<string>): Promise<void> => {
    const forgefold = await createForgefold(options)
    for (const name of names) await askerOf(forgefold)('POST', '/api/v4/projects', { as: root, json: { name } })
    await forgefold.close()
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'forgefold-witness-'))
    data = join(folder, 'data')
    const instance = await openTestInstance({ more: { data } })
    root = instance.root
    options = { data, instance: instance.forge.instance, clock: instance.clock }
    await instance.close()
    const log = readVerifierKey(sha256, JSON.parse((await audit('checkpoint', '--json')).text).key as string)
    if (log === undefined) throw new Error('no key')
    witness = new Witness(log)
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const wrong = request.method !== 'POST' || request.url !== '/w/add-checkpoint'
      const { status, body } = wrong ? { status: 404, body: '' } : witness.answer(await bodyOf(request))
      response.writeHead(status, { 'content-type': status === 409 ? 'text/x.tlog.size' : 'text/plain' })
      response.end(body)
    }
    server = createServer((request, response) => void answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/w`
  })
  afterEach(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    rmSync(folder, { recursive: true })
  })

  it('is cosigned, and later ones are led on from what the witness saw last', async () => {
    const kept = join(folder, 'kept')
    expect(await audit('checkpoint', kept, '--witness', url)).toMatchObject({
      code: 0,
      text: expect.stringContaining('— witness.example/w1 '),
    })
    const before = witness.seen?.size ?? 0
    await grow('one', 'two')
    expect((await audit('checkpoint', kept, '--witness', `${url}/`)).code).toBe(0)
    expect(witness.seen?.size).toBeGreaterThan(before)
    expect(witness.asked).toEqual([0, 0, before])
    expect(await audit('verify', '--against', kept, '--witness-key', witness.keyText)).toMatchObject({
      code: 0,
      text: expect.stringContaining('2 checkpoints agree'),
    })
  })

  it('counts for nobody who names another witness, and not where its cosignature is of another time', async () => {
    const kept = join(folder, 'kept')
    await audit('checkpoint', kept, '--witness', url)
    const other = new Witness(witness.key)
    expect(await audit('verify', '--against', kept, '--witness-key', other.keyText)).toMatchObject({
      code: 2,
      text: expect.stringContaining('is not cosigned by'),
    })
    await audit('checkpoint', join(folder, 'alone'))
    expect((await audit('verify', '--against', join(folder, 'alone'), '--witness-key', witness.keyText)).code).toBe(2)
    const note = readFileSync(kept, 'utf8')
    const line = /— witness\S+ (\S+)/.exec(note)?.[1] ?? ''
    const later = Buffer.from(line, 'base64')
    later[11] = (later[11] ?? 0) ^ 1
    const changed = join(folder, 'changed')
    writeFileSync(changed, note.replace(line, later.toString('base64')))
    expect((await audit('verify', '--against', changed, '--witness-key', witness.keyText)).code).toBe(2)
    expect((await audit('verify', '--against', changed)).code).toBe(0)
  })

  it('is sent again where the witness is away for a moment', async () => {
    witness.first.push({ status: 503, body: '' })
    expect((await audit('checkpoint', '--witness', url)).code).toBe(0)
    expect(witness.asked).toEqual([0])
  })

  it('is refused where the history was written anew', async () => {
    await grow('one')
    await audit('checkpoint', '--witness', url)
    const log = new Database(join(data, 'events.sqlite'))
    log.exec(`UPDATE event SET metadata = json_set(metadata, '$.actor', 'user:99') WHERE position = 5`)
    log.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(data, `history-tree.sqlite${suffix}`), { force: true })
    const file = join(folder, 'kept')
    expect(await audit('checkpoint', file, '--witness', url)).toEqual({
      code: 1,
      text: expect.stringContaining('refused the checkpoint (409)'),
    })
    await grow('two')
    expect(await audit('checkpoint', file, '--witness', url)).toEqual({
      code: 1,
      text: expect.stringContaining('refused the checkpoint (422)'),
    })
  })

  it('is not signed for where the witness saw a longer history', async () => {
    witness.seen = { origin: 'any', size: 1_000_000, root: sha256('') }
    expect(await audit('checkpoint', '--witness', url)).toEqual({
      code: 1,
      text: expect.stringContaining('when it had 1000000 events: it has lost some'),
    })
  })

  it.each([
    [403, '', 'refused the checkpoint (403)'],
    [409, 'x', 'refused the checkpoint (409)'],
    [302, '', 'refused the checkpoint (302)'],
    [200, '— name AAAA\n', 'does not answer'],
  ])('tells what became of it where the answer is %i %j', async (status, body, sentence) => {
    witness.first.push({ status, body })
    expect(await audit('checkpoint', '--witness', url)).toEqual({ code: 1, text: expect.stringContaining(sentence) })
  })

  it('takes URLs and keys of witnesses only', async () => {
    expect((await audit('checkpoint', '--witness', 'ftp://x')).code).toBe(2)
    const kept = join(folder, 'kept')
    await audit('checkpoint', kept)
    const ofTheLog = verifierKeyText(sha256, witness.key)
    expect((await audit('verify', '--against', kept, '--witness-key', ofTheLog)).code).toBe(2)
  })
})
