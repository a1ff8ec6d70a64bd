import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { RecencyCache } from '@forgefold/core/app'
import type { GitRepositories, Repository, RepositoryWithAlternates } from '@forgefold/core/ports'
import { makeFolder } from '../folders/index.js'
import { archiveFormats } from './archive-formats.js'
import { CommitLinks } from './commit-links.js'
import { makeEmptyRepository } from './empty-repository.js'
import { gitEnvironment } from './environment.js'
import { layoutOf } from './layout.js'
import { Maintenance } from './maintenance.js'
import { ObjectCache } from './object-cache.js'
import { ObjectReader } from './object-reader.js'
import { OutputCache } from './output-cache.js'
import { PendingRefUpdates } from './pending-ref-updates.js'
import { makeProcessPools } from './process-pools.js'
import { GitProgram } from './program.js'
import { makeRepository } from './repository.js'
import { makeRepositoryContext, type RepositoryContext } from './repository-context.js'
import { isRepository, RepositoryExistence } from './repository-existence.js'
import { RepositoryLocks } from './repository-lock.js'
import { Semaphore, SemaphorePerKey } from './semaphore.js'
import { SingleFlight } from './single-flight.js'
import { makeWire, PUSHES_OF_A_REPOSITORY } from './wire.js'

export interface GitOptions {
  /** The folder that holds everything; created if it is missing, unless `createsRoot` is false: then by the caller, before it is used. */
  readonly root: string
  readonly createsRoot?: boolean
  /** The number of concurrent git programs with buffered output; default: four per processor. */
  readonly processes?: number
  /** The number of concurrent fetches, pushes and downloads, which run at the speed of their clients; default 64. */
  readonly conversations?: number
  /** How long git may take to answer a request, in milliseconds, before it is terminated. Default: 10,000. */
  readonly timeout?: number
  /** The number of repositories with a running object reader, and with a running ref updater; a fourth as many for diffs. Default 32. */
  readonly readers?: number
}

const TIMEOUT_MS = 10_000

/** The most repositories whose method objects are cached. */
const MAX_OPEN_REPOSITORIES = 256

/**
 * Bare repositories on disk, accessed through the git program (2.38 or newer).
 *
 * @example
 * import { mkdtempSync } from 'node:fs'
 * const git = await openGitRepositories({ root: mkdtempSync('repositories-') })
 * await git.create(7)
 * assert.equal(await git.exists(7), true)
 * await git.close()
 */
export const openGitRepositories = async (options: GitOptions): Promise<GitRepositories> => {
  const layout = layoutOf(resolve(options.root))
  if (options.createsRoot !== false) makeFolder(layout.root)
  const env = gitEnvironment()
  const programs = new Semaphore(options.processes ?? 4 * availableParallelism())
  const conversations = new Semaphore(options.conversations ?? 64)
  const pushes = new SemaphorePerKey<number>(PUSHES_OF_A_REPOSITORY)
  const timeout = options.timeout ?? TIMEOUT_MS
  const program = new GitProgram(env, layout.root, { programs, conversations }, timeout)
  const processes = makeProcessPools({ env, cwd: layout.root, timeout, places: options.readers ?? 32 })
  const moves = new PendingRefUpdates(layout.pending)
  const locks = new RepositoryLocks(layout.locks)
  const directoryOf = layout.repository

  const asked = new SingleFlight()
  const links = new CommitLinks()
  const existence = new RepositoryExistence()
  const remembered = new OutputCache()
  const kept = new ObjectCache()
  const contextOf = (id: number): RepositoryContext => {
    const directory = directoryOf(id)
    return makeRepositoryContext({
      id,
      directory,
      program,
      directoryOf,
      asked,
      links,
      existence,
      remembered,
      kept,
      reader: () => processes.reader(directory),
      diffReader: (form) => processes.diffReader(form, directory),
      refUpdater: () => processes.refUpdater(directory),
    })
  }
  const opened = new RecencyCache<number, Repository>(MAX_OPEN_REPOSITORIES)
  const of = (id: number): Repository => {
    const known = opened.get(id)
    if (known !== undefined) return known
    const repository = makeRepository(contextOf(id))
    opened.set(id, repository)
    return repository
  }
  const upkeep = new Maintenance(contextOf, locks)

  const objectsOf = (id: number): string => join(directoryOf(id), 'objects')
  /** A repository that also reads objects of other folders. */
  const inSight = (id: number, extra: Readonly<Record<string, string>>): RepositoryWithAlternates => {
    const directory = directoryOf(id)
    const reader = new ObjectReader({ ...env, GIT_DIR: directory, ...extra }, layout.root)
    const context = makeRepositoryContext({
      id,
      directory,
      program,
      directoryOf,
      asked: new SingleFlight(),
      links: new CommitLinks(),
      existence,
      remembered,
      kept,
      reader: () => reader,
      refUpdater: () => processes.refUpdater(directory),
      env: extra,
    })
    return { repository: makeRepository(context), close: () => reader.close() }
  }
  const quarantined = (id: number, objects: string) =>
    inSight(id, { GIT_OBJECT_DIRECTORY: objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: objectsOf(id) })

  const create = async (id: number, defaultBranch: string): Promise<void> => {
    const directory = directoryOf(id)
    if (await isRepository(directory)) return
    // Created beside and renamed into place, so that a partial repository is never visible.
    const draft = `${directory}.${randomUUID()}`
    await mkdir(dirname(directory), { recursive: true })
    await makeEmptyRepository(draft, defaultBranch, () =>
      program.run(['init', '--quiet', '--bare', '--template=', `--initial-branch=${defaultBranch}`, '--', draft]),
    )
    await rename(draft, directory).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true })
      if (!(await isRepository(directory))) throw error
    })
  }

  const remove = async (id: number): Promise<void> => {
    const directory = directoryOf(id)
    if (!(await isRepository(directory))) return
    await mkdir(layout.removed, { recursive: true })
    await rename(directory, join(layout.removed, `${id}-${Date.now()}.git`))
    // Interrupted readers must notice that the repository is gone.
    existence.forget(directory)
    opened.delete(id)
    processes.drop(directory)
  }

  const fork = async (source: number, target: number): Promise<void> => {
    await create(target, (await of(source).head()) ?? 'main')
    await of(target).fetchFrom(source, [
      { from: 'refs/heads/*', to: 'refs/heads/*' },
      { from: 'refs/tags/*', to: 'refs/tags/*' },
    ])
  }

  return {
    archiveFormats: archiveFormats(),
    of,
    create,
    exists: (id) => existence.of(directoryOf(id)),
    remove,
    fork,
    withObjectsOf: (id, other) => inSight(id, { GIT_ALTERNATE_OBJECT_DIRECTORIES: objectsOf(other) }),
    maintain: (id, how) => upkeep.now(id, how),
    check: (id) => upkeep.check(id),
    diskPath: (id) => relative(layout.root, layout.repository(id)).replace(/\.git$/, ''),
    cancelMaintenance: () => upkeep.giveUp(),
    claim: (id) => locks.take(String(id)),
    begin: (move) => moves.begin(move),
    finish: (id) => moves.finish(id),
    isPending: (id) => moves.has(id),
    pending: () => moves.all(),
    wire: makeWire({
      root: layout.root,
      hooks: layout.hooks,
      env,
      directoryOf,
      of,
      quarantined,
      conversations,
      pushes,
    }),
    load: () => ({
      taken: programs.taken + conversations.taken,
      waiting: programs.waiting + conversations.waiting + pushes.waiting,
    }),
    close: async () => {
      upkeep.giveUp()
      await upkeep.idle()
      processes.close()
      await locks.close()
    },
  }
}
