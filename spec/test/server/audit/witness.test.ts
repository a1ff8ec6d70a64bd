import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '@forgefold/adapters/crypto'
import { readVerifierKey, verifierKeyText } from '@forgefold/core/audit'
import { createForgefold, type ForgefoldOptions } from '@forgefold/server'
import { runCommandLine } from '@forgefold/server/cli'
import { askerOf, openTestInstance } from '@forgefold/spec/instance'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ServedWitness, serveWitness, Witness } from './witness-server.js'

describe('a checkpoint before a witness', { timeout: 120_000 }, () => {
  let folder = ''
  let data = ''
  let options: ForgefoldOptions
  let root = ''
  let witness: Witness
  let server: ServedWitness
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
    server = await serveWitness(() => witness)
    url = server.url
  })
  afterEach(async () => {
    await server.stop()
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
    [200, '— name AAAA\n', 'answered without a good cosignature'],
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
