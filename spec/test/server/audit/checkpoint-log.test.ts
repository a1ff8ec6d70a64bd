import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isEd25519Signature, sha256 } from '@forgefold/adapters/crypto'
import { cosignedAt, readCheckpoint, readVerifierKey, textOfNote } from '@forgefold/core/audit'
import { createForgefold, type ForgefoldOptions } from '@forgefold/server'
import { runCommandLine } from '@forgefold/server/cli'
import { askerOf, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ServedWitness, serveWitness, Witness } from './witness-server.js'

const BASE = '/.well-known/forgefold'
const NEVER = 2_000_000_000

type Ask = TestInstance['ask']

const keyOf = async (ask: Ask) => {
  const key = readVerifierKey(sha256, (await ask('GET', `${BASE}/key`)).text)
  if (key === undefined) throw new Error('no key')
  return key
}

/** Notes begin with the origin, which is the name of the key. */
const notesIn = (text: string): ReadonlyArray<string> =>
  text
    .split(/\n(?=forgefold-history\/)/)
    .filter((note) => note !== '')
    .map((note) => `${note.trimEnd()}\n`)

const sizesOf = async (ask: Ask, text: string): Promise<ReadonlyArray<number>> => {
  const key = await keyOf(ask)
  return notesIn(text).map(
    (note) => readCheckpoint(textOfNote(sha256, note, key, isEd25519Signature) ?? '')?.size ?? -1,
  )
}

const forgefold = async (...args: ReadonlyArray<string>) => {
  const lines: Array<string> = []
  const code = await runCommandLine(args, {
    environment: {},
    say: (line) => lines.push(line),
    tell: (line) => lines.push(line),
    progress: () => undefined,
    asked: new Promise(() => undefined),
  })
  return { code, text: lines.join('\n') }
}

const makeProject = ({ ask, root }: Pick<TestInstance, 'ask' | 'root'>, name: string) =>
  ask('POST', '/api/v4/projects', { as: root, json: { name } })

describe('the log of checkpoints', () => {
  it('has each that was signed once, the newest last, in pages', async () => {
    const instance = await openTestInstance()
    const { ask } = instance
    expect(await ask('GET', `${BASE}/checkpoints`)).toMatchObject({ status: 200, text: '' })
    const signed: Array<string> = []
    for (let n = 0; n < 102; n++) {
      await makeProject(instance, `project-${n}`)
      signed.push((await ask('GET', `${BASE}/checkpoint`)).text)
      expect((await ask('GET', `${BASE}/checkpoint`)).text).toBe(signed.at(-1))
    }
    const first = await ask('GET', `${BASE}/checkpoints`)
    expect(notesIn(first.text)).toEqual(signed.slice(0, 100))
    expect(first.headers.get('link')).toMatch(/\/checkpoints\?after=100>; rel="next"/)
    const rest = await ask('GET', `${BASE}/checkpoints`, { query: 'after=100' })
    expect(notesIn(rest.text)).toEqual(signed.slice(100))
    expect(rest.headers.get('link')).toBeUndefined()
    const sizes = [...(await sizesOf(ask, first.text)), ...(await sizesOf(ask, rest.text))]
    expect(sizes).toEqual([...sizes].sort((one, other) => one - other))
    expect(new Set(sizes).size).toBe(102)
    expect(await ask('GET', `${BASE}/checkpoints`, { query: 'after=102' })).toMatchObject({ status: 200, text: '' })
    for (const after of ['-1', 'x', '1e3', '9'.repeat(16)])
      expect((await ask('GET', `${BASE}/checkpoints`, { query: `after=${after}` })).status).toBe(400)
    await instance.close()
  })

  describe('in a folder', () => {
    let folder = ''
    let data = ''
    let root = ''
    let options: ForgefoldOptions
    const defects: Array<string> = []
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'forgefold-log-'))
      data = join(folder, 'data')
      const instance = await openTestInstance({ more: { data } })
      root = instance.root
      defects.length = 0
      options = {
        data,
        instance: instance.forge.instance,
        clock: instance.clock,
        onDefect: (error) => defects.push(String(error)),
      }
      await instance.close()
    })
    afterEach(() => rmSync(folder, { recursive: true }))

    const served = async <A>(work: (ask: Ask) => Promise<A>): Promise<A> => {
      const server = await createForgefold(options)
      try {
        return await work(askerOf(server))
      } finally {
        await server.close()
      }
    }

    it('outlives the server, and is what `audit verify --against` takes', async () => {
      const [one, two] = [
        await served(async (ask) => (await ask('GET', `${BASE}/checkpoint`)).text),
        await served(async (ask) => {
          await makeProject({ ask, root }, 'app')
          return (await ask('GET', `${BASE}/checkpoint`)).text
        }),
      ]
      const kept = await served(async (ask) => (await ask('GET', `${BASE}/checkpoints`)).text)
      expect(notesIn(kept)).toEqual([one, two])
      writeFileSync(join(folder, 'kept'), kept)
      expect(await forgefold('audit', 'verify', '--data', data, '--against', join(folder, 'kept'))).toMatchObject({
        code: 0,
        text: expect.stringContaining('2 checkpoints agree'),
      })
    })

    it.each([
      ['altered', `UPDATE event SET metadata = json_set(metadata, '$.actor', 'user:99') WHERE position = 5`],
      ['cut off', 'DELETE FROM event WHERE position > (SELECT max(position) - 3 FROM event)'],
    ])('keeps a server from signing a history that was %s since, although its tree was made anew', async (_, deed) => {
      await served((ask) => ask('GET', `${BASE}/checkpoint`))
      const log = new Database(join(data, 'events.sqlite'))
      log.exec(deed)
      log.close()
      for (const name of ['history-tree.sqlite', 'read-model.sqlite'])
        for (const suffix of ['', '-wal', '-shm']) rmSync(join(data, `${name}${suffix}`), { force: true })
      const answers = await served(async (ask) => [
        await ask('GET', `${BASE}/checkpoint`),
        await ask('GET', `${BASE}/checkpoint`),
        await ask('GET', '/-/health'),
      ])
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 200])
      expect(defects.filter((text) => text.includes('does not begin as checkpoint 1'))).toHaveLength(1)
    })
  })
})

describe('a server with a witness', { timeout: 120_000 }, () => {
  let witness: Witness | undefined
  let served: ServedWitness
  let folder = ''
  let instance: TestInstance
  const told: Array<string | undefined> = []

  beforeEach(async () => {
    witness = undefined
    told.length = 0
    served = await serveWitness(() => witness)
    folder = mkdtempSync(join(tmpdir(), 'forgefold-cosigned-'))
  })
  afterEach(async () => {
    await instance.close()
    await served.stop()
    rmSync(folder, { recursive: true })
  })

  const open = async (every = 20): Promise<Witness> => {
    instance = await openTestInstance({
      more: {
        data: folder,
        witnesses: { urls: [served.url], every, timeout: 500 },
        onWitness: (_, failure) => told.push(failure),
      },
    })
    return new Witness(await keyOf(instance.ask))
  }

  const newest = async (): Promise<string> =>
    notesIn((await instance.ask('GET', `${BASE}/checkpoints`)).text).at(-1) ?? ''

  const doctor = async (): Promise<string> => (await forgefold('doctor', '--data', folder)).text

  it('has what it signs cosigned as it grows, and keeps the cosignatures', async () => {
    const opened = await open()
    witness = opened
    const { key } = opened
    for (const name of ['one', 'two']) {
      await makeProject(instance, name)
      const { text } = await instance.ask('GET', `${BASE}/checkpoint`)
      const [size = 0] = await sizesOf(instance.ask, text)
      await vi.waitFor(() => expect(opened.seen?.size).toBeGreaterThanOrEqual(size), 60_000)
      await vi.waitFor(async () => {
        expect(cosignedAt(sha256, await newest(), key, isEd25519Signature)).toBeGreaterThan(0)
      }, 60_000)
    }
    // Each time it was led on from what it had seen last.
    expect(opened.asked.at(-1)).toBeGreaterThan(0)
    await vi.waitFor(
      async () => expect(await doctor()).toMatch(/ok\s+http\S+ cosigned the history up to \d+ events/),
      60_000,
    )
  })

  it('tells a witness that refuses, and that it cosigns again, and answers all the same', async () => {
    const willing = await open()
    const refusing = new Witness(await keyOf(instance.ask))
    refusing.seen = { origin: 'any', size: 3, root: sha256('another history') }
    witness = refusing
    await vi.waitFor(() => expect(told).toContain('the witness refused the checkpoint (422)'), 60_000)
    expect((await makeProject(instance, 'app')).status).toBe(201)
    expect((await instance.ask('GET', `${BASE}/checkpoint`)).status).toBe(200)
    expect(await doctor()).toMatch(
      /note\s+http\S+: the witness refused the checkpoint \(422\), at .*; it has cosigned none/,
    )
    witness = willing
    await vi.waitFor(() => expect(told.at(-1)).toBeUndefined(), 60_000)
    expect(told.length).toBeLessThan(5)
  })

  it('tells a witness that answers 409 to what it saw itself', async () => {
    const stubborn = await open()
    stubborn.answer = () => ({ status: 409, body: '0\n' })
    witness = stubborn
    await vi.waitFor(() => expect(told).toContain('the witness refused the checkpoint (409)'), 60_000)
    expect((await makeProject(instance, 'app')).status).toBe(201)
  })

  it('waits for no silent witness: not with its answers, and not at its end', async () => {
    served.silent = true
    await open(NEVER)
    expect((await makeProject(instance, 'app')).status).toBe(201)
    expect((await instance.ask('GET', `${BASE}/checkpoint`)).status).toBe(200)
    expect(await newest()).not.toContain('— witness')
    await vi.waitFor(() => expect(told).toEqual(['the witness does not answer']), 60_000)
    expect(await doctor()).toContain('the witness does not answer')
  })

  it('ends although a witness holds its answer back', async () => {
    served.silent = true
    instance = await openTestInstance({
      more: { data: folder, witnesses: { urls: [served.url], every: NEVER, timeout: NEVER } },
    })
    await makeProject(instance, 'app')
  })
})

describe('the addresses of witnesses', () => {
  it.each(['ftp://witness.example', 'witness.example', 'https://user:secret@witness.example', 'https://a.example,x'])(
    'are refused where they are %s, and no secret is told',
    async (url) => {
      for (const args of [
        ['serve', '--witness', url],
        ['audit', 'checkpoint', '--witness', url],
      ]) {
        const { code, text } = await forgefold(...args)
        expect(code).toBe(2)
        expect(text).toContain('--witness takes')
        expect(text).not.toContain('secret')
      }
    },
  )
})
