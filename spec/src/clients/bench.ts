import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A server that programs are tried on, and where they are installed. */
export interface Bench {
  /** Without a trailing slash. */
  readonly url: string
  readonly token: string
  /** An empty folder. */
  readonly folder: string
  /** Where `node_modules` is. */
  readonly packages: string
  /** Where Python finds the programs of PyPI. */
  readonly pythonPath: string
  /** What `spec/clients/go` is built to. */
  readonly goProgram: string
}

/** A project on the bench with a clone of it. */
export interface ProjectClone extends Bench {
  readonly id: number
  /** `tools/NAME`. */
  readonly path: string
  readonly clone: string
  /** Asks the API; throws where it is refused. */
  readonly api: <A>(method: string, path: string, json?: unknown) => Promise<A>
  readonly git: (...args: ReadonlyArray<string>) => Promise<string>
  /** Runs a program of `node_modules` in the clone. */
  readonly tool: (name: string, args: ReadonlyArray<string>, env?: Readonly<Record<string, string>>) => Promise<string>
  readonly write: (file: string, content: string) => void
  /** Commits everything and pushes it. */
  readonly commit: (message: string) => Promise<void>
}

/** Longer than this no program takes. */
const TIMEOUT_MS = 120_000

const said = (error: unknown): string => {
  const { message, stdout = '', stderr = '' } = error as { message: string; stdout?: string; stderr?: string }
  return `${message}\n${stdout}\n${stderr}`
}

/** What every program finds around it: nothing of this machine's but its programs. */
const environment = ({ folder }: Bench): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  LANG: 'C.UTF-8',
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
  GIT_TERMINAL_PROMPT: '0',
  NO_UPDATE_NOTIFIER: '1',
  DO_NOT_TRACK: '1',
})

/** Runs a program to its end; throws with what it said where it fails. */
export const execute = async (
  bench: Bench,
  cwd: string,
  program: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
): Promise<string> => {
  try {
    const options = { cwd, env: { ...environment(bench), ...env }, timeout: TIMEOUT_MS, maxBuffer: 1 << 26 }
    return (await run(program, [...args], options)).stdout
  } catch (error) {
    throw new Error(said(error))
  }
}

const asking =
  ({ url, token }: Bench): ProjectClone['api'] =>
  async <A>(method: string, path: string, json?: unknown): Promise<A> => {
    const response = await fetch(`${url}/api/v4${path}`, {
      method,
      headers: { 'PRIVATE-TOKEN': token, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as A
  }

/** A project of that name below the group `tools`, cloned. */
export const openProjectClone = async (bench: Bench, name: string): Promise<ProjectClone> => {
  const api = asking(bench)
  const group = await api<{ id: number }>('GET', '/groups/tools').catch(() =>
    api<{ id: number }>('POST', '/groups', { name: 'tools', path: 'tools' }),
  )
  const wanted = { name, path: name, namespace_id: group.id, initialize_with_readme: true, default_branch: 'main' }
  const { id } = await api<{ id: number }>('POST', '/projects', wanted)
  const path = `tools/${name}`
  const clone = join(bench.folder, name)
  const { host } = new URL(bench.url)
  const git = (...args: ReadonlyArray<string>): Promise<string> => execute(bench, clone, 'git', args)
  await execute(bench, bench.folder, 'git', ['clone', '-q', `http://oauth2:${bench.token}@${host}/${path}.git`, clone])
  const write = (file: string, content: string): void => {
    const target = join(clone, file)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
  return {
    ...bench,
    id,
    path,
    clone,
    api,
    git,
    tool: (tool, args, env) => execute(bench, clone, join(bench.packages, '.bin', tool), args, env),
    write,
    commit: async (message) => {
      await git('add', '-A')
      await git('commit', '-q', '-m', message)
      await git('push', '-q', 'origin', 'HEAD:main')
    },
  }
}
