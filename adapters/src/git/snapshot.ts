import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cancellation, Repository } from '@forgefold/core/ports'
import type { RepositoryContext } from './repository-context.js'
import { TAR_END, tarHeader, tarPadding } from './tar.js'

const CHUNK = 256 * 1024

/** A missing file or folder counts as empty, because maintenance moves objects concurrently. */
const orNothing = <A>(work: Promise<ReadonlyArray<A>>): Promise<ReadonlyArray<A>> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

const PACK = /^pack-[0-9a-f]{40}\.(?:pack|idx)$/
const FAN = /^[0-9a-f]{2}$/
const LOOSE = /^[0-9a-f]{38}$/

/** Loose objects and packs below an object folder, by relative path. */
async function* objectFiles(folder: string): AsyncGenerator<string> {
  // An index is useless without its pack: packs come first.
  const packs = (await orNothing(readdir(join(folder, 'pack'))))
    .filter((name) => PACK.test(name))
    .sort()
    .reverse()
  for (const name of packs) yield join('pack', name)
  for (const fan of (await orNothing(readdir(folder))).filter((name) => FAN.test(name)).sort())
    for (const name of [...(await orNothing(readdir(join(folder, fan))))].sort())
      if (LOOSE.test(name)) yield join(fan, name)
}

/** The object folder, and the folders that it borrows from. */
const objectFolders = async (directory: string): Promise<ReadonlyArray<string>> => {
  const own = join(directory, 'objects')
  const borrowed = await orNothing(readFile(join(own, 'info', 'alternates'), 'utf8').then((text) => text.split('\n')))
  return [own, ...borrowed.filter((line) => line !== '')]
}

async function* text(name: string, content: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content)
  yield Buffer.concat([tarHeader({ name, size: bytes.length, modified: 0 }), bytes, tarPadding(bytes.length)])
}

async function* file(name: string, path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (handle === undefined) return
  try {
    const { size, mtimeMs } = await handle.stat()
    yield tarHeader({ name, size, modified: mtimeMs / 1000 })
    for (let at = 0; at < size; ) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(CHUNK, size - at)), 0, null, at)
      if (bytesRead === 0) throw new Error(`${name} became shorter while it was read`)
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
    yield tarPadding(size)
  } finally {
    await handle.close()
  }
}

/** Objects are read until nothing new is found: a pack that maintenance removes was rewritten before. */
async function* objects(directory: string, signal: Cancellation): AsyncGenerator<Uint8Array> {
  const sent = new Set<string>()
  for (let found = true; found; ) {
    found = false
    for (const folder of await objectFolders(directory))
      for await (const path of objectFiles(folder)) {
        if (signal.aborted) return
        if (sent.has(path)) continue
        sent.add(path)
        found = true
        yield* file(`objects/${path}`, join(folder, path))
      }
  }
}

const refsOf = async (context: RepositoryContext): Promise<string> => {
  const { output } = await context.runOnRefs(['refs'], ['for-each-ref', '--format=%(objectname) %(refname)'])
  return output.toString('utf8')
}

/** Refs come first: whatever one points to was written before it, and nothing is ever pruned. */
async function* snapshotOf(
  context: RepositoryContext,
  head: Repository['head'],
  signal: Cancellation,
): AsyncGenerator<Uint8Array> {
  const isThere = await context.present()
  yield* text('HEAD', `ref: refs/heads/${(isThere ? await head() : undefined) ?? 'main'}\n`)
  yield* text('packed-refs', `# pack-refs with: sorted \n${isThere ? await refsOf(context) : ''}`)
  for (const name of ['refs/', 'objects/']) yield tarHeader({ name, size: 0, modified: 0 })
  if (isThere) yield* objects(context.directory, signal)
  yield TAR_END
}

/** The files of a repository's own folder; without its configuration, hooks and logs. */
export const snapshotMethod = (
  context: RepositoryContext,
  { head }: Pick<Repository, 'head'>,
): Pick<Repository, 'snapshot'> => ({
  snapshot: (signal) => snapshotOf(context, head, signal),
})
