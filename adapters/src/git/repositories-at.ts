import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  type GitRepositories,
  type GitWire,
  type ObjectId,
  ObjectsPruned,
  type Repository,
  type WireAnswer,
} from '@forgefold/core/ports'
import { gitEnvironment } from './environment.js'
import { layoutOf } from './layout.js'
import { ObjectReader } from './object-reader.js'
import { openGitRepositories } from './open-git-repositories.js'
import { GitFailed } from './program.js'
import { isRepository } from './repository-existence.js'
import { STREAMING } from './streaming-methods.js'

/** The refs of a repository at a point in its history. */
export interface RefsAt {
  readonly refs: ReadonlyArray<{ readonly name: string; readonly target: ObjectId }>
  /** The branch that HEAD named. */
  readonly head: string
}

export interface RepositoriesAtOptions {
  /** The folder of the repositories whose objects are read; they are not changed. */
  readonly of: string
  /** A separate folder for refs alone; the caller removes it afterwards. */
  readonly root: string
  /** Undefined if there was no such repository. */
  readonly refsOf: (repository: number) => RefsAt | undefined
  /** Sizes have no history: they are the present ones. */
  readonly sizeOf: (repository: number) => Promise<number>
}

const MISSING = /missing|unable to read|bad (?:object|tree|file)|could not (?:read|parse)|not our ref|invalid object/i

const pruned = (error: unknown): unknown =>
  error instanceof GitFailed && MISSING.test(error.complaint) ? new ObjectsPruned() : error

/** The folder of the objects: the repository's own, or the one it was moved to when it was removed. */
const objectsOf = async (layout: ReturnType<typeof layoutOf>, id: number): Promise<string | undefined> => {
  const own = layout.repository(id)
  if (await isRepository(own)) return own
  const removed = await readdir(layout.removed).catch(() => [])
  const last = removed
    .filter((name) => name.startsWith(`${id}-`))
    .sort()
    .at(-1)
  return last === undefined ? undefined : join(layout.removed, last)
}

const CONFIG = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n'

/** Creates a repository with these refs that borrows all objects. */
const write = async (directory: string, objects: string, { refs, head }: RefsAt): Promise<void> => {
  await mkdir(join(directory, 'objects', 'info'), { recursive: true })
  await mkdir(join(directory, 'objects', 'pack'), { recursive: true })
  await mkdir(join(directory, 'refs'), { recursive: true })
  const inOrder = [...refs].sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
  const lines = inOrder.map(({ name, target }) => `${target} ${name}\n`)
  await writeFile(join(directory, 'objects', 'info', 'alternates'), `${join(objects, 'objects')}\n`)
  await writeFile(join(directory, 'packed-refs'), `# pack-refs with: sorted \n${lines.join('')}`)
  await writeFile(join(directory, 'config'), CONFIG)
  // Written last: it makes the folder a repository.
  await writeFile(join(directory, 'HEAD'), `ref: refs/heads/${head}\n`)
}

/** Throws `ObjectsPruned` if an object that a ref named is gone. */
const requireObjects = async (directory: string, cwd: string, { refs }: RefsAt): Promise<void> => {
  const reader = new ObjectReader({ ...gitEnvironment(), GIT_DIR: directory }, cwd)
  try {
    for (const target of new Set(refs.map(({ target }) => target)))
      if ((await reader.info(target)) === undefined) throw new ObjectsPruned()
  } finally {
    reader.close()
  }
}

async function* streamed<A>(ready: Promise<unknown>, begin: () => AsyncIterable<A>): AsyncGenerator<A> {
  await ready
  try {
    yield* begin()
  } catch (error) {
    throw pruned(error)
  }
}

const answered = (ready: Promise<unknown>, begin: () => WireAnswer): WireAnswer => {
  const begun = ready.then(begin)
  begun.catch(() => undefined)
  const ended = begun.then((answer) => answer.ended)
  ended.catch(() => undefined)
  async function* output(): AsyncGenerator<Uint8Array> {
    yield* (await begun).output
  }
  return { output: output(), ended }
}

/** Waits for the repository before any other call. */
const whenReady = (repository: Repository, ready: () => Promise<unknown>, size: () => Promise<number>): Repository => {
  type Method = (...given: Array<never>) => unknown
  const methods = Object.entries(repository).map(([name, method]) => {
    if (typeof method !== 'function') return [name, method] as const
    const call = method as Method
    if (STREAMING.has(name))
      return [
        name,
        (...given: Array<never>) => streamed(ready(), () => call(...given) as AsyncIterable<unknown>),
      ] as const
    return [
      name,
      async (...given: Array<never>) => {
        await ready()
        try {
          return await call(...given)
        } catch (error) {
          throw pruned(error)
        }
      },
    ] as const
  })
  return { ...(Object.fromEntries(methods) as unknown as Repository), size }
}

/**
 * Repositories with the refs that they had at another time, over the objects that are there today. Nothing of it shows in the
 * repositories themselves; what is written goes to the folder of its own.
 *
 * Work rejects with `ObjectsPruned` where objects that it needs have been pruned.
 *
 * @example
 * import { mkdtempSync } from 'node:fs'
 * const [of, root] = [mkdtempSync('repositories-'), mkdtempSync('then-')]
 * const then = await openRepositoriesAt({ of, root, refsOf: async () => [], sizeOf: async () => 0 })
 * await then.close()
 * assert.ok(then)
 */
export const openRepositoriesAt = async (options: RepositoriesAtOptions): Promise<GitRepositories> => {
  const { refsOf, sizeOf } = options
  const source = layoutOf(resolve(options.of))
  const layout = layoutOf(resolve(options.root))
  const inner = await openGitRepositories({ root: options.root, processes: 2, conversations: 8, readers: 2 })
  const made = new Map<number, Promise<boolean>>()
  const borrowed = new Map<number, string>()

  const make = async (id: number): Promise<boolean> => {
    const at = refsOf(id)
    if (at === undefined) return false
    const objects = await objectsOf(source, id)
    if (objects === undefined) {
      if (at.refs.length > 0) throw new ObjectsPruned()
      return false
    }
    const directory = layout.repository(id)
    await inner.remove(id)
    await write(directory, objects, at)
    await requireObjects(directory, layout.root, at)
    borrowed.set(id, objects)
    return true
  }
  const begin = (id: number): Promise<boolean> => {
    const making = make(id)
    making.catch(() => undefined)
    made.set(id, making)
    return making
  }
  const ready = async (id: number): Promise<boolean> => {
    const known = made.get(id)
    if (known === undefined) return begin(id)
    const isThere = await known
    const from = borrowed.get(id)
    if (from === undefined || (await isRepository(from))) return isThere
    // Its project was removed meanwhile, so the objects are in another place.
    if (made.get(id) !== known) return ready(id)
    borrowed.delete(id)
    return begin(id)
  }
  const opened = new Map<number, Repository>()
  const of = (id: number): Repository => {
    const known = opened.get(id)
    if (known !== undefined) return known
    const repository = whenReady(
      inner.of(id),
      () => ready(id),
      () => sizeOf(id),
    )
    opened.set(id, repository)
    return repository
  }
  const { wire } = inner
  const wireAt: GitWire | undefined = wire && {
    advertise: (service, request) => answered(ready(request.repository), () => wire.advertise(service, request)),
    fetch: (request, input) => answered(ready(request.repository), () => wire.fetch(request, input)),
    push: (request, input) => answered(ready(request.repository), () => wire.push(request, input)),
  }
  return { ...inner, of, exists: ready, wire: wireAt }
}
