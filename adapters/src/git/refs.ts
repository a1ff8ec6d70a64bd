import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RecencyCache } from '@forgefold/core/app'
import type { ObjectId, ObjectKind, Ref, RefChange, RefsOutcome, Repository } from '@forgefold/core/ports'
import { isObjectId, NO_OBJECT } from '@forgefold/core/ports'
import { flushRefs, WRITE_OUT_ONLY } from './flush.js'
import { GitFailed } from './program.js'
import type { RepositoryContext } from './repository-context.js'

const FORMAT = '%(objectname) %(objecttype) %(*objectname) %(*objecttype) %(refname)'

/** Revision syntax other than names, ids and ancestry, which is refused. */
const SUSPICIOUS = /[\p{Cc} :?*[\\]|@\{|\^\{|\.\.|^-|^$/u

/** Prefixes of refs that a fingerprint covers. */
const NAMESPACE = /^refs\/(?:heads|tags)(?=\/)/

const readRefs = async (
  context: RepositoryContext,
  prefixes: ReadonlyArray<string>,
  only: ReadonlyArray<string> = [],
): Promise<ReadonlyArray<Ref>> => {
  const args = ['for-each-ref', `--format=${FORMAT}`, ...only, '--', ...prefixes]
  const namespaces = prefixes.flatMap((prefix) => NAMESPACE.exec(prefix)?.[0] ?? [])
  const isComplete = prefixes.length > 0 && namespaces.length === prefixes.length
  const { output } = await (isComplete ? context.runOnRefs([...new Set(namespaces)], args) : context.run(args))
  const refs: Array<Ref> = []
  for (const line of output.toString('utf8').split('\n')) {
    if (line === '') continue
    const [target, kind, peeled, peeledKind, ...name] = line.split(' ') as [ObjectId, ObjectKind, ObjectId, string]
    const commit =
      kind === 'commit'
        ? target
        : peeledKind === 'commit'
          ? peeled
          : peeledKind === 'tag'
            ? (await context.reader().info(`${target}^{commit}`))?.id
            : undefined
    refs.push({ name: (name as ReadonlyArray<string>).join(' '), target, kind, commit })
  }
  return refs
}

const STALE = /cannot lock ref|unable to resolve reference|reference already exists|cannot update ref/i

/** More than these are flushed together, by a process of their own. */
const FEW = 16

/** All or none. */
const transact = async (
  context: RepositoryContext,
  changes: ReadonlyArray<RefChange>,
  input: string,
): Promise<void> => {
  if (changes.length <= FEW) return context.refUpdater().transact(input)
  await context.run([...WRITE_OUT_ONLY, 'update-ref', '--stdin', '-z'], { input })
  await flushRefs(
    context.directory,
    changes.map(({ ref }) => ref),
  )
}

const updateRefs = async (context: RepositoryContext, changes: ReadonlyArray<RefChange>): Promise<RefsOutcome> => {
  if (changes.length === 0) return { kind: 'Moved' }
  const commands = changes.map(({ ref, from, to }) => {
    const old = from === undefined ? '' : (from ?? NO_OBJECT)
    return to === null ? `delete ${ref}\0${old}\0` : `update ${ref}\0${to}\0${old}\0`
  })
  try {
    await transact(context, changes, commands.join(''))
    return { kind: 'Moved' }
  } catch (error) {
    if (error instanceof GitFailed && STALE.test(error.complaint))
      return { kind: 'Stale', detail: error.complaint.trim().split('\n')[0] ?? '' }
    throw error
  }
}

const headOf = (context: RepositoryContext): Promise<string | undefined> =>
  context.asked.ask(`head of ${context.id}`, async () => {
    const text = await readFile(join(context.directory, 'HEAD'), 'utf8').catch(() => '')
    return /^ref: refs\/heads\/(.+)\n$/.exec(text)?.[1]
  })

type RefMethods = Pick<
  Repository,
  | 'resolve'
  | 'ref'
  | 'refs'
  | 'refsContaining'
  | 'branchesMergedInto'
  | 'head'
  | 'setHead'
  | 'updateRefs'
  | 'keepAround'
>

/**
 * The object that an expression stands for; many requests name the same branch at the same time. `contents` has it read and kept, for
 * a caller that resolves a commit by its id reads it next.
 */
const named = (
  context: RepositoryContext,
  expression: string,
  question: 'info' | 'contents' = 'info',
): Promise<ObjectId | undefined> =>
  context.asked.ask(`${context.id} ${expression}`, async () =>
    (await context.present()) ? (await context.reader()[question](expression))?.id : undefined,
  )

const REMEMBERED_COMMITS = 1000

/** Whether an id is that of a commit: checked once, since nothing in a repository is ever pruned. */
const commitById = (context: RepositoryContext): ((id: ObjectId) => Promise<ObjectId | undefined>) => {
  const commits = new RecencyCache<ObjectId, true>(REMEMBERED_COMMITS)
  return async (id) => {
    if (commits.get(id) === true && (await context.present())) return id
    const found = await named(context, `${id}^{commit}`, 'contents')
    if (found === id) commits.set(id, true)
    return found
  }
}

const resolving = (context: RepositoryContext): Pick<Repository, 'resolve'> => {
  const byId = commitById(context)
  return {
    resolve: async (revision) => {
      if (isObjectId(revision)) return byId(revision)
      return SUSPICIOUS.test(revision) ? undefined : named(context, `${revision}^{commit}`)
    },
  }
}

/** Resolves, lists and updates refs. */
export const refMethods = (context: RepositoryContext): RefMethods => ({
  ...resolving(context),
  ref: async (name) => (!name.startsWith('refs/') || SUSPICIOUS.test(name) ? undefined : named(context, name)),
  refs: async (...prefixes) => ((await context.present()) ? readRefs(context, prefixes) : []),
  refsContaining: async (commit, ...prefixes) =>
    (await context.present()) ? readRefs(context, prefixes, [`--contains=${commit}`]) : [],
  branchesMergedInto: async (commit) => {
    if (!(await context.present())) return new Set()
    const refs = await readRefs(context, ['refs/heads/'], [`--merged=${commit}`])
    return new Set(refs.map(({ name }) => name.slice('refs/heads/'.length)))
  },
  head: () => headOf(context),
  setHead: async (branch) => {
    await context.run(['symbolic-ref', 'HEAD', `refs/heads/${branch}`])
  },
  updateRefs: (changes) => updateRefs(context, changes),
  keepAround: async (ids) => {
    const changes = [...new Set(ids)].map((id) => ({ ref: `refs/keep-around/${id}`, to: id }))
    const missing: Array<RefChange> = []
    for (const change of changes)
      if (
        (await context.reader().info(change.ref)) === undefined &&
        (await context.reader().info(change.to)) !== undefined
      )
        missing.push(change)
    const outcome = await updateRefs(context, missing)
    // Another process may be keeping the same commit; the state afterwards decides.
    if (outcome.kind === 'Stale') for (const change of missing) await updateRefs(context, [change])
  },
})
