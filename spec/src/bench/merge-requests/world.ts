import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestInstance, senderOf } from '../../instance/index.js'

export interface Proposal {
  readonly iid: number
  readonly sha: string
  readonly diff_refs: { readonly base_sha: string; readonly head_sha: string }
}

/** One project of an instance in this process, with its repository on disk. */
export interface RequestWorld {
  /** For whatever a benchmark needs besides. */
  readonly folder: string
  /** The bare repository of the project. */
  readonly repository: string
  readonly ask: (
    method: string,
    path: string,
    json?: unknown,
  ) => Promise<{ readonly status: number; readonly json: unknown }>
  /** Commits to a branch, made from main where it is new. */
  readonly commit: (branch: string, actions: ReadonlyArray<object>) => Promise<void>
  /** A request for a branch into main. */
  readonly propose: (branch: string) => Promise<Proposal>
  readonly close: () => Promise<void>
}

/** Where the instance keeps the repository, by the layout of the git adapter. */
const repositoryOf = (folder: string, id: number): string => {
  const digest = createHash('sha256').update(String(id)).digest('hex')
  return join(folder, 'data/repositories/repositories', digest.slice(0, 2), digest.slice(2, 4), `${id}.git`)
}

export const openRequestWorld = async (): Promise<RequestWorld> => {
  const folder = await mkdtemp(join(tmpdir(), 'forgefold-bench-requests-'))
  await mkdir(join(folder, 'data'))
  const instance = await openTestInstance({ more: { data: join(folder, 'data') } })
  // What tests ask is compared with what is declared, which takes as long as the answer.
  const send = senderOf(instance.forgefold)
  const asRoot = (method: string, target: string, json?: unknown) => {
    const [path, query = ''] = target.split('?')
    return send(method, `/api/v4${path}`, { as: instance.root, query, json })
  }
  const made = await asRoot('POST', '/projects', { name: 'p', path: 'p', initialize_with_readme: true })
  const { id } = made.json as { readonly id: number }
  const ask: RequestWorld['ask'] = (method, path, json) => asRoot(method, `/projects/${id}${path}`, json)
  const told = async (method: string, path: string, json: unknown): Promise<unknown> => {
    const { status, json: answer } = await ask(method, path, json)
    if (status !== 201) throw new Error(`${path} answered ${status}`)
    return answer
  }
  const branches = new Set<string>()
  return {
    folder,
    repository: repositoryOf(folder, id),
    ask,
    commit: async (branch, actions) => {
      const start = branch === 'main' || branches.has(branch) ? {} : { start_branch: 'main' }
      branches.add(branch)
      await told('POST', '/repository/commits', { branch, commit_message: branch, actions, ...start })
    },
    propose: async (branch) => {
      const wish = { source_branch: branch, target_branch: 'main', title: branch }
      return (await told('POST', '/merge_requests', wish)) as Proposal
    },
    close: async () => {
      await instance.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
