import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canInProject, type SignedIn, type Visibility, viewerOf } from '@forgefold/core/access'
import { type CommandContext, type Forge, systemCaller } from '@forgefold/core/app'
import { createFirstAdministrator } from '@forgefold/core/domains/identity/user'
import { defaultProjectSettings, project } from '@forgefold/core/domains/projects/project'
import type { RefRules } from '@forgefold/core/domains/projects/repository'
import { systemActor, unauthenticated, userActor } from '@forgefold/core/kernel'
import { type Forgefold, listenNode } from '@forgefold/server'
import { gitMount } from '@forgefold/server/git-http'
import { makeApplication } from '@forgefold/server/http'
import { type PlainGit, plainGit } from '@forgefold/spec/git'
import { openChosenStore, openForgefold } from '@forgefold/spec/instance'
import * as E from 'fp-ts/lib/Either.js'

const user = (userId: number, ...scopes: ReadonlyArray<SignedIn['credential']['scopes'][number]>): SignedIn => ({
  kind: 'user',
  userId,
  admin: false,
  external: false,
  credential: { kind: 'personal_access_token', id: String(userId), scopes },
})

/** Who is behind which password. */
const CALLERS: Readonly<Record<string, SignedIn>> = {
  dev: user(7, 'api'),
  reader: user(7, 'read_repository'),
  writer: user(7, 'write_repository'),
  profile: user(7, 'read_user'),
  reporter: user(8, 'api'),
  outsider: user(9, 'api'),
}

const ROLES: Readonly<Record<number, number>> = { 7: 30, 8: 20 }

const PROJECTS: Readonly<Record<string, { readonly id: number; readonly visibility: Visibility }>> = {
  'group/private': { id: 1, visibility: 'private' },
  'group/open': { id: 2, visibility: 'public' },
  'group/sub/näme': { id: 3, visibility: 'private' },
}

/** A server with three empty repositories, and git clients for it. */
export interface World {
  readonly forgefold: Forgefold
  readonly port: number
  readonly folder: string
  readonly url: (project: string, password?: string) => string
  /** A client in a folder of its own, made where it is missing. */
  readonly client: (name?: string) => PlainGit
  readonly close: () => Promise<void>
}

export const systemContext = (forge: Forge): CommandContext => systemCaller(forge, 'test').context

export const openWorld = async (options: { readonly refRules?: Partial<RefRules> } = {}): Promise<World> => {
  const folder = await mkdtemp(join(tmpdir(), 'forgefold-git-http-'))
  await mkdir(join(folder, 'data'))
  // The folder is the test's own, whatever holds the history.
  const store = await openChosenStore()
  const { data: _, ...eventStore } = store.options
  const forgefold = await openForgefold({
    instance: { externalUrl: 'http://127.0.0.1', tier: 'ultimate', release: '15.3' },
    data: join(folder, 'data'),
    ...eventStore,
  })
  const refRules = { ...forgefold.forge.refRules, ...options.refRules }
  const forge: Forge = { ...forgefold.forge, refRules }
  const root = await createFirstAdministrator(forge, systemCaller(forge, 'test'), {
    password: 'of-no-importance',
    token: undefined,
  })
  if (E.isLeft(root)) throw new Error(root.left.kind)
  const namespaceId = forge.read.users.byUsername('root')?.namespaceId ?? 0
  for (const { id, visibility } of Object.values(PROJECTS)) {
    await forge.git.create(id, 'main')
    const settings = { ...defaultProjectSettings, name: `p${id}`, path: `p${id}`, visibility }
    const command = { type: 'Create', namespaceId, groupId: null, creatorId: 7, forkedFrom: null, settings } as const
    const made = await forge.aggregates.execute(
      project,
      id,
      { ...command, bounds: { group: undefined } },
      systemContext(forge),
    )
    if (E.isLeft(made)) throw new Error(made.left.kind)
  }
  const mount = gitMount({
    forge,
    identifyBasic: async ({ password }) => {
      const found = CALLERS[password]
      return found === undefined ? E.left(unauthenticated) : E.right(found)
    },
    project: (_forge, path, principal) => {
      const found = PROJECTS[path]
      if (found === undefined) return undefined
      const viewer = viewerOf(principal, principal.kind === 'user' ? (ROLES[principal.userId] ?? 0) : 0)
      const { visibility } = found
      const facts = {
        visibility,
        archived: false,
        features: defaultProjectSettings.features,
        packagesEnabled: true,
        publicJobs: true,
      }
      const may = (ability: Parameters<typeof canInProject>[0]): boolean =>
        canInProject(ability, viewer, facts, 'ultimate')
      return { projectId: found.id, archived: false, isPublic: visibility === 'public', may }
    },
    commandContext: (principal, request, requestId) => ({
      ...systemContext(forge),
      actor: principal.kind === 'user' ? userActor(principal.userId) : systemActor('nobody'),
      requestId,
      sourceIp: request.remoteAddress,
    }),
  })
  const handler = makeApplication({
    forge,
    authenticate: () => E.left(unauthenticated),
    commandContext: () => systemContext(forge),
    routes: [],
    plainRoutes: [],
    mounts: [mount],
    requestId: forge.ids.uuid,
  })
  const listening = await listenNode(handler, '127.0.0.1', 0)
  const { port } = listening
  return {
    forgefold,
    port,
    folder,
    url: (project, password) =>
      `http://${password === undefined ? '' : `oauth2:${password}@`}127.0.0.1:${port}/${encodeURI(project)}.git`,
    client: (name = '') => plainGit(join(folder, name), folder),
    close: async () => {
      await listening.close()
      await forgefold.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
