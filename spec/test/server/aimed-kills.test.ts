import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pause } from '@forgefold/adapters/clock'
import { deleteUnreferencedBlobs } from '@forgefold/core/app'
import { createForgefold } from '@forgefold/server'
import { type CrashPoint, ROOT_TOKEN, type ServerProcess, startServer } from '@forgefold/spec/storm'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** Long enough for a blob of its own, and another for each name. */
const bytesOf = (name: string): string => `${name} `.repeat(20_000)
const P = '/projects/1'
const BOUNDARY = 'parts'

/** The next server waits for so many seconds before it does the background work of a killed one. */
const LEASE = ['--lease-term', '3']

interface Upload {
  readonly kind: string
  /** Between what is written and the event that tells of it. */
  readonly points: ReadonlyArray<CrashPoint>
  readonly send: (server: ServerProcess, name: string) => Promise<Response>
  /** What is there of it. */
  readonly read: (server: ServerProcess, name: string) => Promise<string | undefined>
}

const call = (server: ServerProcess, method: string, path: string, body?: string | object, type = 'application/json') =>
  fetch(`${server.base}/api/v4${path}`, {
    method,
    headers: { 'private-token': ROOT_TOKEN, 'content-type': type },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

const textOf = async (response: Response): Promise<string | undefined> =>
  response.status === 200 ? response.text() : undefined

const PACKAGE: Upload = {
  kind: 'a package file',
  points: ['draft', 'blob', 'before an append'],
  send: (server, name) =>
    call(server, 'PUT', `${P}/packages/generic/${name}/1.0/file`, bytesOf(name), 'application/octet-stream'),
  read: async (server, name) => textOf(await call(server, 'GET', `${P}/packages/generic/${name}/1.0/file`)),
}

const LONG_TEXT: Upload = {
  kind: 'a long text',
  points: ['blob', 'before an append'],
  send: (server, name) => call(server, 'POST', `${P}/issues`, { title: name, description: bytesOf(name) }),
  read: async (server, name) => {
    const found = (await (await call(server, 'GET', `${P}/issues?search=${name}`)).json()) as ReadonlyArray<{
      readonly description: string
    }>
    return found[0]?.description
  },
}

const UPLOADS: ReadonlyArray<Upload> = [
  PACKAGE,
  LONG_TEXT,
  {
    kind: 'a file of a text',
    points: ['blob', 'before an append'],
    send: (server, name) =>
      call(
        server,
        'POST',
        `${P}/uploads`,
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}.txt"\r\n\r\n${bytesOf(name)}\r\n--${BOUNDARY}--\r\n`,
        `multipart/form-data; boundary=${BOUNDARY}`,
      ),
    read: async () => undefined,
  },
  {
    kind: 'objects of git',
    points: ['object', 'move', 'ref', 'before an append'],
    send: (server, name) =>
      call(server, 'POST', `${P}/repository/commits`, {
        branch: 'main',
        commit_message: name,
        actions: [{ action: 'create', file_path: name, content: bytesOf(name) }],
      }),
    read: async (server, name) => textOf(await call(server, 'GET', `${P}/repository/files/${name}/raw?ref=main`)),
  },
]

describe('a server that is killed between what an upload wrote and the event that tells of it', () => {
  let folder: string
  let armedBy: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forgefold-aimed-'))
    armedBy = join(folder, 'armed')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const start = (point?: CrashPoint) =>
    startServer(folder, '', 0, 'sqlite', LEASE, point === undefined ? undefined : { point, times: 1, armedBy })

  it.each(UPLOADS.flatMap((upload) => upload.points.map((point) => [upload.kind, point, upload] as const)))(
    'keeps what was acknowledged, and takes the rest anew: %s, %s',
    async (_kind, point, { send, read }) => {
      let server = await start(point)
      try {
        const made = await call(server, 'POST', '/projects', { name: 'p', initialize_with_readme: true })
        expect(made.status).toBe(201)
        const acknowledged = await send(server, 'kept')
        expect(acknowledged.status).toBe(201)
        const before = await read(server, 'kept')
        await writeFile(armedBy, '')
        const died = await send(server, 'cut').then(
          () => false,
          () => true,
        )
        expect(died).toBe(true)
        await expect.poll(() => server.hasEnded()).toBe(true)
        await rm(armedBy)
        server = await start()
        expect(await read(server, 'kept')).toBe(before)
        // Nobody was told that it is there; whole it may be.
        const cut = await read(server, 'cut')
        if (cut === undefined) expect((await send(server, 'cut')).status).toBe(201)
        expect(await read(server, 'cut')).toBe(before?.replaceAll('kept', 'cut'))
      } finally {
        await server.kill()
      }
    },
  )

  const blobsIn = async (store: string): Promise<ReadonlyArray<string>> =>
    (await readdir(join(folder, 'shared', store), { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name))

  const age = async (store: string): Promise<void> => {
    const long = new Date(Date.now() - 49 * 3600 * 1000)
    for (const one of await blobsIn(store)) await utimes(join(folder, 'shared', store, one), long, long)
  }

  /** Dies while it uploads for the second time. */
  const leaveOrphan = async ({ send }: Upload): Promise<void> => {
    const server = await start('blob')
    try {
      await call(server, 'POST', '/projects', { name: 'p', initialize_with_readme: true })
      expect((await send(server, 'kept')).status).toBe(201)
      await writeFile(armedBy, '')
      await send(server, 'cut').catch(() => undefined)
      await expect.poll(() => server.hasEnded()).toBe(true)
    } finally {
      await server.kill()
      await rm(armedBy)
    }
  }

  it('throws away after a day the bytes of packages that nothing tells of', async () => {
    await leaveOrphan(PACKAGE)
    expect(await blobsIn('packages')).toHaveLength(2)
    await age('packages')
    const server = await start()
    try {
      // The killed one is respected for the term of its lease.
      await expect.poll(() => blobsIn('packages')).toHaveLength(1)
      expect(await PACKAGE.read(server, 'kept')).toBe(bytesOf('kept'))
    } finally {
      await server.kill()
    }
  })

  it('throws away after a day the texts that no event speaks of, and no other', async () => {
    await leaveOrphan(LONG_TEXT)
    expect(await blobsIn('blobs')).toHaveLength(2)
    const data = join(folder, 'shared')
    const instance = await createForgefold({
      instance: { externalUrl: 'http://forge.test', tier: 'free', release: '15.3' },
      data,
    })
    try {
      const collect = () =>
        deleteUnreferencedBlobs(instance.forge, {
          writtenBefore: Date.now() - 24 * 3600 * 1000,
          pause,
          goOn: () => true,
        })
      expect(await collect()).toEqual(E.right(0))
      await age('blobs')
      expect(await collect()).toEqual(E.right(1))
      expect(await collect()).toEqual(E.right(0))
    } finally {
      await instance.close()
    }
    const server = await start()
    try {
      expect(await LONG_TEXT.read(server, 'kept')).toBe(bytesOf('kept'))
    } finally {
      await server.kill()
    }
  })
})
