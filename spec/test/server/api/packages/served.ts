import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { systemCaller } from '@forgefold/core/app'
import { createFirstAdministrator } from '@forgefold/core/domains/identity/user'
import { type Forgefold, listenNode } from '@forgefold/server'
import { openChosenStore, openForgefold } from '@forgefold/spec/instance'
import * as E from 'fp-ts/lib/Either.js'

const ROOT = 'root-token-of-a-test'

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
const run = promisify(execFile)

/** What a program did. */
export interface Ran {
  readonly ok: boolean
  /** What it said to whoever reads on. */
  readonly output: string
  /** What it said besides. */
  readonly remarks: string
}

/** A server on a port, with a private project, and real programs that talk to it. */
export interface Served {
  readonly forgefold: Forgefold
  readonly port: number
  readonly api: string
  readonly folder: string
  readonly root: string
  readonly group: string
  readonly projectId: number
  readonly ask: (method: string, path: string, options?: RequestInit & { readonly as?: string }) => Promise<Response>
  readonly program: (
    command: string,
    args: ReadonlyArray<string>,
    options?: { readonly in?: string; readonly env?: Record<string, string> },
  ) => Promise<Ran>
  readonly close: () => Promise<void>
}

export const serve = async (): Promise<Served> => {
  const folder = await mkdtemp(join(tmpdir(), 'forgefold-registry-'))
  const home = join(folder, 'home')
  await mkdir(home)
  await mkdir(join(folder, 'data'))
  // Found beforehand: links say it.
  const port = await freePort()
  // The folder is the test's own, whatever holds the history.
  const store = await openChosenStore()
  const { data: _, ...eventStore } = store.options
  const forgefold = await openForgefold({
    instance: { externalUrl: `http://127.0.0.1:${port}`, tier: 'ultimate', release: '15.3' },
    data: join(folder, 'data'),
    ...eventStore,
  })
  const { forge } = forgefold
  const first = await createFirstAdministrator(forge, systemCaller(forge, 'test'), {
    password: 'of-no-importance',
    token: ROOT,
  })
  if (E.isLeft(first)) throw new Error(first.left.kind)
  const listening = await listenNode(forgefold.handler, '127.0.0.1', port)
  const api = `http://127.0.0.1:${listening.port}/api/v4`
  const ask: Served['ask'] = (method, path, { as = ROOT, ...options } = {}) =>
    fetch(api + path, { ...options, method, headers: { 'PRIVATE-TOKEN': as, ...options.headers } })
  const made = async (path: string, body: object): Promise<{ readonly id: number }> =>
    (await (
      await ask('POST', path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
    ).json()) as { readonly id: number }
  const group = await made('/groups', { name: 'acme', path: 'acme', visibility: 'private' })
  const project = await made('/projects', { name: 'lib', path: 'lib', namespace_id: group.id, visibility: 'private' })
  return {
    forgefold,
    port: listening.port,
    api,
    folder,
    root: ROOT,
    group: 'acme',
    projectId: project.id,
    ask,
    program: async (command, args, options = {}) => {
      const env = { ...process.env, HOME: home, ...options.env }
      try {
        const { stdout, stderr } = await run(command, [...args], { cwd: options.in ?? folder, env, timeout: 120_000 })
        return { ok: true, output: stdout, remarks: stderr }
      } catch (error) {
        const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string }
        return { ok: false, output: stdout, remarks: stderr }
      }
    },
    close: async () => {
      await listening.close()
      await forgefold.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface ListedPackage {
  readonly id: number
  readonly name: string
  readonly version: string | null
}

/** The packages of the project, as the API lists them. */
export const packagesOf = async (served: Served, query = ''): Promise<ReadonlyArray<ListedPackage>> =>
  (await (await served.ask('GET', `/projects/${served.projectId}/packages?${query}`)).json()) as Array<ListedPackage>

interface ListedFile {
  readonly id: number
  readonly file_name: string
  readonly file_sha256: string
  readonly size: number
}

export const filesOf = async (served: Served, packageId: number): Promise<ReadonlyArray<ListedFile>> =>
  (await (
    await served.ask('GET', `/projects/${served.projectId}/packages/${packageId}/package_files`)
  ).json()) as Array<ListedFile>
